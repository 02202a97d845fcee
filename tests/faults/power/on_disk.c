/* What a disk holds when the power goes: of each file under DATA_DIR, its bytes as they were at its last fsync.
 *
 * Loaded before the C library (LD_PRELOAD) into the server alone. At each fsync or fdatasync the file is copied whole
 * to the directory ON_DISK before the caller hears that it is safe; what was only written is not there.
 * Harder than a real disk, on which some of what was not synced arrives too.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void give_up(const char *what) {
    perror(what);
    abort(); /* a copy that is not there would be taken for hands that are lost */
}

/* Reads by the caller's own descriptor: closing another of the same file would take SQLite's locks away. */
static void keep(int file) {
    const char *data = getenv("DATA_DIR"), *disk = getenv("ON_DISK");
    char link[64], path[PATH_MAX], draft[2 * PATH_MAX], kept[2 * PATH_MAX], bytes[1 << 16];
    if (!data || !disk) return;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1), got;
    if (length < 0) return;
    path[length] = 0;
    size_t above = strlen(data);
    if (strncmp(path, data, above) || path[above] != '/') return;
    const char *name = path + above + 1;
    if (strncmp(name, "mahjongclub.sqlite3", 19)) return; /* the database and its log */
    snprintf(draft, sizeof draft, "%s/.%ld", disk, syscall(SYS_gettid));
    snprintf(kept, sizeof kept, "%s/%s", disk, name);
    int copy = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (copy < 0) give_up(draft);
    off_t at = 0;
    while ((got = pread(file, bytes, sizeof bytes, at)) > 0) {
        if (write(copy, bytes, got) != got) give_up(draft);
        at += got;
    }
    if (got < 0) give_up(path);
    close(copy);
    if (rename(draft, kept)) give_up(kept);
}

int fsync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
    int answer = real(file);
    if (!answer) keep(file);
    return answer;
}

int fdatasync(int file) {
    int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, "fdatasync");
    int answer = real(file);
    if (!answer) keep(file);
    return answer;
}
