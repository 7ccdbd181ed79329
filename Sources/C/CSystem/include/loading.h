// Loads a library of the system by the first call of one of its functions, so that who calls none neither needs nor waits for it.
//
// A header names the functions that are called, each with what the compiler compares with the library's own header:
//
//     #define FUNCTIONS(F) F(int, library_open, (const char *name), (name)) ...and so on
//     FUNCTIONS(CONNECTIVITY_NAME)
//     #include <library.h>
//
// A C file defines them:
//
//     #define FAILED -ENOSYS
//     CONNECTIVITY_LIBRARY("liblibrary.so.0", "liblibrary0", "what it is for", FUNCTIONS)
//
// FAILED is what a function of type int returns if the library cannot be loaded; all others then return 0 or a null pointer.

#ifndef CONNECTIVITY_LOADING_H
#define CONNECTIVITY_LOADING_H

#ifdef __linux__

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct connectivity_library {
    // The name by which dlopen(3) finds it.
    const char *file;
    // Debian's package that has it.
    const char *package;
    struct connectivity_function {
        const char *name;
        void *address;
    } *functions;
    size_t function_count;
    atomic_bool is_loaded;
};

// Loads the library, with all of its functions, if it is not loaded yet; it stays loaded. Any thread may call this.
//
// Returns a null pointer, or the reason why it cannot be loaded, which is valid until the thread calls this again. A later
// call tries again.
const char *connectivity_library_problem(struct connectivity_library *library);

// Gives a function a symbol of our own, so that it neither takes the place of the library's in this process, nor fails to link
// with a program that has the library in itself.
#define CONNECTIVITY_NAME(result, name, parameters, arguments) CONNECTIVITY_PRAGMA(redefine_extname name connectivity_##name)
#define CONNECTIVITY_PRAGMA(words) _Pragma(#words)

#define CONNECTIVITY_LIBRARY(file, package, purpose, functions) \
    enum { functions(CONNECTIVITY_INDEX) }; \
    static struct connectivity_function table[] = { functions(CONNECTIVITY_ENTRY) }; \
    static struct connectivity_library library = { file, package, table, sizeof table / sizeof table[0], 0 }; \
    functions(CONNECTIVITY_FORWARD) \
    CONNECTIVITY_NOTE("[{\"description\":\"" purpose "\",\"priority\":\"recommended\",\"soname\":[\"" file "\"]}]")

#define CONNECTIVITY_INDEX(result, name, parameters, arguments) index_##name,
#define CONNECTIVITY_ENTRY(result, name, parameters, arguments) { #name, NULL },
#define CONNECTIVITY_FORWARD(result, name, parameters, arguments) \
    result name parameters { \
        if (connectivity_library_problem(&library)) return _Generic((result)0, int: FAILED, default: (result)0); \
        return ((__typeof__(&name))table[index_##name].address) arguments; \
    }

// A note by which tools for packages find what dpkg-shlibdeps(1) cannot see (systemd.io/ELF_DLOPEN_METADATA).
#define CONNECTIVITY_NOTE(json) \
    __attribute__((used, section(".note.dlopen"), aligned(4))) static const struct { \
        uint32_t owner_size, text_size, type; \
        char owner[4]; \
        _Alignas(4) char text[sizeof(json)]; \
    } dlopen_note = { 4, sizeof(json), 0x407c0c0a, "FDO", json };

#endif
#endif
