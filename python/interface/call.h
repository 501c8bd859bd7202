#ifndef SIGPROP_CALL_H
#define SIGPROP_CALL_H
/* The C interface behind the Python package: functions are called by name, with one JSON object as request
   and one JSON value as reply, so that one shared library serves every Python (CPython of any version, PyPy)
   through its module ctypes. What a function takes and gives stands at its row in functions.hpp and, as
   Python, in python/sigprop/_core.py. Objects that stay here between calls (an answer, claims, an array) are
   named by numbers in requests and replies; a number that names none is an error, never a crash.

   Everything may be called from several threads at once. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define SIGPROP_EXPORT __attribute__((visibility("default")))
#else
#define SIGPROP_EXPORT
#endif

/* What a call came to. */
enum sigprop_status {
    sigprop_ok = 0,
    sigprop_failed = 1,      /* the reply says why: {"error": CLASS, "message": …} */
    sigprop_interrupted = 2, /* a signal came; there is no reply */
    sigprop_stopped = 3,     /* `progress` asked to stop; there is no reply */
};

/* JSON in UTF-8, without a zero behind it. NaN, Infinity and -Infinity stand in it as numbers, as Python's
   json reads and writes them. `owner` is null at first; a reply may be used for call after call, and each of
   two calls that are inside of one another, or in two threads, has its own. */
struct sigprop_reply {
    const char* text;
    size_t size;
    void* owner;
};

/* Frees what the reply holds, and the objects of a call whose numbers nobody has taken: a reply that is used
   again was read. */
SIGPROP_EXPORT void sigprop_free_reply(struct sigprop_reply* reply);

/* Tells how far the work of the call with this token is, ten times a second at most and only after half a
   second, from any thread. 0 asks the work to stop: ctypes returns it where the callback itself failed. */
typedef int (*sigprop_progress)(uint64_t token, const char* name, uint64_t done, uint64_t total);

/* Functions of CPython, whose names they have: what the destructors of capsules need. */
struct sigprop_python_api {
    void* (*capsule_get_pointer)(void* capsule, const char* name);
    void (*err_fetch)(void** type, void** value, void** traceback);
    void (*err_restore)(void* type, void* value, void* traceback);
};

/* Before anything else; again where the module is loaded again. `main_thread` is the pthread_t of the thread
   that handles signals: there SIGINT, SIGTERM and SIGALRM interrupt a call where a handler is set, which runs
   as well. `api` is null where there is no CPython. */
SIGPROP_EXPORT void sigprop_start(sigprop_progress progress, uint64_t main_thread,
                                  const struct sigprop_python_api* api);

/* From now on nobody is told of progress: the interpreter ends. */
SIGPROP_EXPORT void sigprop_end(void);

/* `spent` seconds of the budget are gone: the call is made again after a signal. */
SIGPROP_EXPORT enum sigprop_status sigprop_call(const char* function, const char* request, size_t size,
                                                uint64_t token, double spent, struct sigprop_reply* reply);

/* Frees the object of this number; nothing happens if there is none. */
SIGPROP_EXPORT void sigprop_forget(uint64_t object);

/* Destructors of capsules, which Python calls without running code of its own, where a signal's handler would
   raise into the void: of one whose pointer is the number of an object, and of one whose pointer is a tensor
   of DLPack. */
SIGPROP_EXPORT void sigprop_drop_object(void* capsule);
SIGPROP_EXPORT void sigprop_drop_tensor(void* capsule);

/* The command line, as the program `sigprop` runs it; the exit code. */
SIGPROP_EXPORT int sigprop_main(int argc, char** argv);

#ifdef __cplusplus
}
#endif

#endif
