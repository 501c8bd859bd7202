/* Makes calls of the system fail at a chosen moment: a library for LD_PRELOAD, used by studies/faults.

   SIGPROP_FAULT=CALL:K:ACTION     the K-th CALL of the process (1, 2, ...) does ACTION; CALL:K+:ACTION, that and all later ones
   SIGPROP_FAULT_COUNTS=FILE       at the end of the process FILE has a line "CALL NUMBER" for each kind of call

   CALL is open, read, write, fsync, rename, close, thread (pthread_create) or clock (clock_gettime, gettimeofday and time).
   ACTION is
     ENOSPC, EIO, EDQUOT, EINTR, EMFILE, EAGAIN   nothing is done, and errno says this; a failed close still closes, as Linux does
     short     a write takes half of the bytes, a read gives at most one
     kill      SIGKILL instead of the call
     torn      a write takes half of the bytes, then SIGKILL
     +N, -N    clocks of the kinds below go forward or back by N seconds, from the K-th reading on
   SIGPROP_FAULT_CLOCK=wall        only clocks that tell the date jump; monotonic: only those that do not

   Calls that libc makes within itself (fopen, the loader) do not come by here. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

enum call { call_open, call_read, call_write, call_fsync, call_rename, call_close, call_thread, call_clock, calls };
static const char* const names[calls] = {"open", "read", "write", "fsync", "rename", "close", "thread", "clock"};
static const struct { const char* name; int number; } errors[] = {{"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EDQUOT", EDQUOT},
                                                                  {"EINTR", EINTR}, {"EMFILE", EMFILE}, {"EAGAIN", EAGAIN}};
enum act { act_none, act_error, act_short, act_kill, act_torn, act_jump };

static atomic_long counts[calls];
static int wanted_call = -1;
static long wanted_k, jump_seconds;
static int and_later, wanted_errno, wall_jumps = 1, monotonic_jumps = 1;
static enum act wanted_act = act_none;

#define REAL(name) \
    static __typeof__(&name) real; \
    if (!real) real = (__typeof__(&name))dlsym(RTLD_NEXT, #name)

static void bad(const char* text) {
    fprintf(stderr, "SIGPROP_FAULT: '%s' is no CALL:K:ACTION\n", text);
    _exit(99);
}

static void read_action(const char* text, const char* action) {
    if (strcmp(action, "short") == 0) wanted_act = act_short;
    if (strcmp(action, "kill") == 0) wanted_act = act_kill;
    if (strcmp(action, "torn") == 0) wanted_act = act_torn;
    if (action[0] == '+' || action[0] == '-') {
        wanted_act = act_jump;
        jump_seconds = atol(action);
    }
    for (size_t i = 0; i < sizeof errors / sizeof *errors; ++i) {
        if (strcmp(action, errors[i].name) != 0) continue;
        wanted_act = act_error;
        wanted_errno = errors[i].number;
    }
    if (wanted_act == act_none) bad(text);
}

__attribute__((constructor)) static void begin(void) {
    const char* clocks = getenv("SIGPROP_FAULT_CLOCK");
    if (clocks && strcmp(clocks, "wall") == 0) monotonic_jumps = 0;
    if (clocks && strcmp(clocks, "monotonic") == 0) wall_jumps = 0;
    const char* text = getenv("SIGPROP_FAULT");
    if (!text || !*text) return;
    const char* colon = strchr(text, ':');
    if (!colon) bad(text);
    int found = -1;
    for (int i = 0; i < calls; ++i) {
        if (strlen(names[i]) == (size_t)(colon - text) && strncmp(text, names[i], (size_t)(colon - text)) == 0) found = i;
    }
    char* end = NULL;
    wanted_k = strtol(colon + 1, &end, 10);
    if (*end == '+') {
        and_later = 1;
        ++end;
    }
    if (found < 0 || wanted_k < 1 || *end != ':') bad(text);
    read_action(text, end + 1);
    wanted_call = found;
}

__attribute__((destructor)) static void finish(void) {
    const char* path = getenv("SIGPROP_FAULT_COUNTS");
    FILE* file = path && *path ? fopen(path, "we") : NULL;
    if (!file) return;
    for (int i = 0; i < calls; ++i) fprintf(file, "%s %ld\n", names[i], (long)counts[i]);
    fclose(file);
}

/* What this call shall do; it is counted. */
static enum act next(enum call call) {
    const long k = atomic_fetch_add(&counts[call], 1) + 1;
    const int now = (int)call == wanted_call && (k == wanted_k || (k > wanted_k && (and_later || wanted_act == act_jump)));
    if (now && wanted_act == act_kill) kill(getpid(), SIGKILL);
    if (now && wanted_act == act_error) errno = wanted_errno;
    return now ? wanted_act : act_none;
}

static int fails(enum call call) { return next(call) == act_error; }

static mode_t mode_of(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

#define OPEN(name, ...) \
    va_list rest; \
    va_start(rest, flags); \
    const mode_t mode = mode_of(flags, rest); \
    va_end(rest); \
    REAL(name); \
    return fails(call_open) ? -1 : real(__VA_ARGS__, flags, mode)

int open(const char* path, int flags, ...) { OPEN(open, path); }
int open64(const char* path, int flags, ...) { OPEN(open64, path); }
int openat(int folder, const char* path, int flags, ...) { OPEN(openat, folder, path); }
int openat64(int folder, const char* path, int flags, ...) { OPEN(openat64, folder, path); }

ssize_t read(int file, void* bytes, size_t size) {
    REAL(read);
    switch (next(call_read)) {
        case act_error: return -1;
        case act_short: return real(file, bytes, size > 0 ? 1 : 0);
        default: return real(file, bytes, size);
    }
}

#define WRITE(name, size, half, all) \
    REAL(name); \
    switch (next(call_write)) { \
        case act_error: return -1; \
        case act_short: return size > 1 ? half : all; \
        case act_torn: if (size > 1 && half >= 0) kill(getpid(), SIGKILL); return all; \
        default: return all; \
    }

ssize_t write(int file, const void* bytes, size_t size) { WRITE(write, size, real(file, bytes, size / 2), real(file, bytes, size)) }
ssize_t pwrite(int file, const void* bytes, size_t size, off_t at) {
    WRITE(pwrite, size, real(file, bytes, size / 2, at), real(file, bytes, size, at))
}
ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t at) {
    WRITE(pwrite64, size, real(file, bytes, size / 2, at), real(file, bytes, size, at))
}
ssize_t writev(int file, const struct iovec* parts, int count) {
    REAL(writev);
    return fails(call_write) ? -1 : real(file, parts, count);
}

int fsync(int file) { REAL(fsync); return fails(call_fsync) ? -1 : real(file); }
int fdatasync(int file) { REAL(fdatasync); return fails(call_fsync) ? -1 : real(file); }
int rename(const char* from, const char* to) { REAL(rename); return fails(call_rename) ? -1 : real(from, to); }
int renameat(int a, const char* from, int b, const char* to) { REAL(renameat); return fails(call_rename) ? -1 : real(a, from, b, to); }

int close(int file) {
    REAL(close);
    if (!fails(call_close)) return real(file);
    real(file);
    errno = wanted_errno;
    return -1;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*), void* argument) {
    REAL(pthread_create);
    return fails(call_thread) ? wanted_errno : real(thread, attributes, body, argument);
}

int clock_gettime(clockid_t clock, struct timespec* time) {
    REAL(clock_gettime);
    const int result = real(clock, time);
    const int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    const int is_monotonic = clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_MONOTONIC_RAW ||
                             clock == CLOCK_BOOTTIME;
    if (next(call_clock) == act_jump && ((is_wall && wall_jumps) || (is_monotonic && monotonic_jumps))) time->tv_sec += jump_seconds;
    return result;
}

int gettimeofday(struct timeval* restrict time, void* restrict zone) {
    REAL(gettimeofday);
    const int result = real(time, zone);
    if (next(call_clock) == act_jump && wall_jumps) time->tv_sec += jump_seconds;
    return result;
}

time_t time(time_t* into) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (into) *into = now.tv_sec;
    return now.tv_sec;
}
