#ifdef __linux__

#include "loading.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

const char *connectivity_library_problem(struct connectivity_library *library) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static _Thread_local char problem[512];
    if (atomic_load_explicit(&library->is_loaded, memory_order_acquire)) return NULL;

    pthread_mutex_lock(&mutex);
    bool is_loaded = atomic_load_explicit(&library->is_loaded, memory_order_relaxed);
    if (!is_loaded) {
        void *handle = dlopen(library->file, RTLD_NOW | RTLD_LOCAL);
        is_loaded = handle != NULL;
        for (size_t index = 0; is_loaded && index < library->function_count; index++) {
            struct connectivity_function *function = &library->functions[index];
            function->address = dlsym(handle, function->name);
            is_loaded = function->address != NULL;
        }
        if (!is_loaded) {
            const char *words = "a library cannot be loaded: %s; on Debian, install %s";
            // Without a reason, a function is there and has no address (dlsym(3)).
            const char *reason = dlerror();
            snprintf(problem, sizeof problem, words, reason ? reason : "a function has no address", library->package);
        }
        atomic_store_explicit(&library->is_loaded, is_loaded, memory_order_release);
    }
    pthread_mutex_unlock(&mutex);
    return is_loaded ? NULL : problem;
}

#endif
