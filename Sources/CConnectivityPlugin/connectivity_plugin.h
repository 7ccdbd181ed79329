/*
 * A validator for connectivityctl as a shared library.
 *
 * Build it with hidden symbols, and name it in a configuration by an absolute path:
 *
 *     cc -shared -fPIC -fvisibility=hidden -o pong.so pong.c
 *     "plugins": [{ "library": "/usr/lib/connectivity/pong.so" }]
 *
 * The only symbol that the host looks up is connectivity_plugin_v1. The host calls all functions of a library on one
 * thread, one call at a time, with every signal blocked. It never unloads a library.
 *
 * Rules: what the host passes is valid until the call returns, is not changed, and does not end with a zero byte.
 * Nothing is allocated on one side and freed on the other. A function must return soon: the host cannot interrupt it.
 * The same answer gets the same verdict. A crash of the library ends the host.
 *
 * Replies: a function writes its reply, JSON in UTF-8, to `reply`, at most `capacity` bytes, and returns the length
 * of the whole reply. If that is more than `capacity`, nothing of the reply is read, and the host calls once more
 * with room for as many bytes, up to 1 MiB. Instead of its reply any function may write {"error": "why"}.
 *
 * Later versions of this file add members at the ends of structures, and change nothing else. Each structure begins
 * with its size in the version of its writer: a member that lies beyond that size does not exist.
 */
#ifndef CONNECTIVITY_PLUGIN_H
#define CONNECTIVITY_PLUGIN_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of the host. `start` can be null if `count` is 0. */
struct connectivity_bytes {
    const char *start;
    size_t count;
};

/* A header field of a response, as received. */
struct connectivity_header {
    struct connectivity_bytes name;
    struct connectivity_bytes value;
};

/* What came of a question. Texts are UTF-8. */
struct connectivity_exchange_v1 {
    size_t size;
    struct connectivity_bytes use;           /* the validator that is asked, such as validator.example.pong */
    struct connectivity_bytes options;       /* its options, a JSON object that fits its schema */
    struct connectivity_bytes kind;          /* the kind of the question: http, dns, ... */
    struct connectivity_bytes url;           /* the requested URL; empty if the kind is not http */
    struct connectivity_bytes failure;       /* what kept the whole answer from coming, such as name-lookup; or empty */
    int status;                              /* the status code of the HTTP response, also of a part; 0 without one */
    int is_cut;                              /* 1 if the body was longer than what is here */
    const struct connectivity_header *headers;
    size_t header_count;
    struct connectivity_bytes body;          /* the beginning of the body, any bytes */
    struct connectivity_bytes record;        /* if the kind is not http: all as JSON, as programs get it; or empty */
};

/* What a library offers. A function that is missing is a null pointer. */
struct connectivity_table_v1 {
    size_t size;                             /* sizeof(struct connectivity_table_v1) */

    /* Replies with what the library registers, in the form of the answer of programs to `hello`:
     * {"protocol": 1, "name": "example.pong", "version": "1.0", "registers": [{"use": "validator.example.pong"}]} */
    size_t (*introduce)(char *reply, size_t capacity);

    /* Prepares a validator with options, once, before its first answer: stores a pointer of its own in `state`.
     * Returns 0, or the length of {"error": "why"} if it refuses the options. */
    size_t (*open)(struct connectivity_bytes use, struct connectivity_bytes options, void **state, char *reply,
                   size_t capacity);

    /* Ends what `open` began. It is not called if the process ends first. */
    void (*close)(void *state);

    /* Replies with a verdict, in the form of the answer of programs to `validate`:
     * {"verdict": "substituted", "reason": "the body is another one"}. 0 is no opinion.
     * `state` is what `open` stored, or null. */
    size_t (*validate)(void *state, const struct connectivity_exchange_v1 *exchange, char *reply, size_t capacity);
};

/* The symbol that a library exports. Returns a table that stays as it is. */
#if defined(__GNUC__)
__attribute__((visibility("default")))
#endif
const struct connectivity_table_v1 *connectivity_plugin_v1(void);

#ifdef __cplusplus
}
#endif

#endif
