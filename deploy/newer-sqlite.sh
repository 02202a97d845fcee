#!/bin/sh
# Build a SQLite without the fault of its write-ahead log (mended in 3.51.3), for this app alone:
#   apt install gcc libc6-dev curl && sudo deploy/newer-sqlite.sh
# It is used where LD_LIBRARY_PATH names its directory; nothing else on the machine changes.
set -eu
version=3510300
sha256=81f5be397049b0cae1b167f2225af7646fc0f82e4a9b3c48c9ea3a533e21d77a
target=${1:-/usr/local/lib/mahjongclub}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
curl --fail --silent --show-error --location --output "$scratch/sqlite.tar.gz" \
    "https://sqlite.org/2026/sqlite-autoconf-$version.tar.gz"
echo "$sha256  $scratch/sqlite.tar.gz" | sha256sum --check --quiet
tar -xzf "$scratch/sqlite.tar.gz" -C "$scratch"
mkdir -p "$target"
cc -O2 -fPIC -shared -Wl,-soname,libsqlite3.so.0 -o "$scratch/libsqlite3.so.0" \
    -DSQLITE_THREADSAFE=1 -DSQLITE_SECURE_DELETE -DSQLITE_ENABLE_COLUMN_METADATA -DSQLITE_ENABLE_MATH_FUNCTIONS \
    -DHAVE_FDATASYNC=1 -DHAVE_USLEEP=1 "$scratch/sqlite-autoconf-$version/sqlite3.c" -lm -ldl -lpthread
install -m 755 "$scratch/libsqlite3.so.0" "$target/libsqlite3.so.0"
echo "LD_LIBRARY_PATH=$target"
