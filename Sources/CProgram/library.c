#ifdef __linux__
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stddef.h>

#include "CProgram.h"

int connectivity_is_function(const void *address) {
    Dl_info information;
    const ElfW(Sym) *symbol = NULL;
    if (dladdr1(address, &information, (void **)&symbol, RTLD_DL_SYMENT) == 0 || symbol == NULL) return 0;
    int type = ELF64_ST_TYPE(symbol->st_info);
    return type == STT_FUNC || type == STT_GNU_IFUNC;
}

#endif
