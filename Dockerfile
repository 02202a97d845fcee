# The app as a small image: nobody's privileges, nothing written but in /data, /backups and /tmp.
#   docker build --tag mahjongclub .
#   docker run --read-only --tmpfs /tmp --volume mahjongclub:/data --publish 8000:8000 mahjongclub
# Another base of Debian 12: --build-arg PYTHON_IMAGE=python:3.13-slim-bookworm
ARG PYTHON_IMAGE=python:3.11-slim-bookworm
FROM node:22-bookworm-slim AS pyodide
WORKDIR /package
COPY mahjongclub/offline/fetching.py ./
RUN npm pack --ignore-scripts "pyodide@$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' fetching.py)"

# An older SQLite has a fault that a newer one has not (docs/operations.md, A newer SQLite). It is compiled only where the
# base image's is too old; where it is new enough, nothing is.
FROM ${PYTHON_IMAGE} AS sqlite
COPY deploy/newer-sqlite.sh /
RUN mkdir /sqlite; python -c "import sqlite3, sys; sys.exit(sqlite3.sqlite_version_info < (3, 51, 3))" || { \
        apt-get update \
        && apt-get install -y --no-install-recommends gcc libc6-dev curl ca-certificates \
        && /newer-sqlite.sh /sqlite; }

FROM ${PYTHON_IMAGE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /app
RUN python -m venv /venv
# The programs that dump and load PostgreSQL, without the Perl around them.
RUN apt-get update && cd /tmp && apt-get download postgresql-client-15 && dpkg -x postgresql-client-15_*.deb /postgresql
# What changes seldom comes first, so that it is built seldom.
COPY pyproject.toml README.md LICENSE ./
COPY requirements requirements/
COPY tools/wheel_files.py tools/
COPY mahjongclub/__init__.py mahjongclub/
# Only files whose digest stands in requirements/, as `make install-server` does.
RUN /venv/bin/pip install --no-deps --no-build-isolation --require-hashes --requirement requirements/build.txt \
    && /venv/bin/pip install --no-deps --no-build-isolation --require-hashes --requirement requirements/server.txt \
    && /venv/bin/pip install --no-deps --no-build-isolation --editable .
COPY . .
# Nothing can be compiled later: the root of the running container is read-only.
RUN DATA_DIR=/tmp/build /venv/bin/python manage.py messages --compile \
    && /venv/bin/python -m compileall -q mahjongclub /venv/lib
# What phones need to settle without network, known by its digest, and this release packed for them.
COPY --from=pyodide /package/*.tgz /tmp/pyodide/
RUN DATA_DIR=/tmp/build OFFLINE_DIR=/offline /venv/bin/python manage.py offline --package /tmp/pyodide/*.tgz

FROM ${PYTHON_IMAGE}
# For sheets with Chinese, Japanese or Korean names: --build-arg FONTS=fonts-noto-cjk (90 MB)
ARG FONTS=""
RUN apt-get update \
    && apt-get install -y --no-install-recommends libpq5 libreadline8 $FONTS \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home --home-dir /data mahjongclub \
    && install --directory --owner mahjongclub --mode 700 /data /backups
COPY --from=build /postgresql/usr/lib/postgresql/15/bin/pg_dump /postgresql/usr/lib/postgresql/15/bin/pg_restore \
    /postgresql/usr/lib/postgresql/15/bin/psql /usr/local/bin/
COPY --from=sqlite /sqlite /usr/local/lib/mahjongclub
ENV LD_LIBRARY_PATH=/usr/local/lib/mahjongclub
# An image whose Python does not find it is none.
RUN python -c "import sqlite3; assert sqlite3.sqlite_version_info >= (3, 51, 3), sqlite3.sqlite_version"
COPY --from=build /venv /venv
COPY --from=build /app /app
COPY --from=build /offline /offline
WORKDIR /app
USER 10001
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 DATA_DIR=/data BACKUP_DIR=/backups OFFLINE_DIR=/offline LOG_FORMAT=json \
    MAHJONGCLUB_IMAGE=1
VOLUME /data /backups
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
    CMD ["python", "-I", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
ENTRYPOINT ["python", "manage.py"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
