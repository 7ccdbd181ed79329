#ifdef __linux__
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "CSystem.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U
#endif

// Returns 0, or EBADMSG if a file in the format ELF has not all bytes of its segments; dlopen(3) checks everything else.
static int check_segments(int file, ElfW(Off) size) {
    ElfW(Ehdr) header;
    ssize_t count = pread(file, &header, sizeof header, 0);
    if (count < SELFMAG || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return 0;
    if (count < (ssize_t)sizeof header) return EBADMSG;
    if (header.e_phentsize != sizeof(ElfW(Phdr))) return 0;
    for (int i = 0; i < header.e_phnum; i++) {
        ElfW(Phdr) segment;
        off_t place = (off_t)(header.e_phoff + (ElfW(Off))i * sizeof segment);
        if (pread(file, &segment, sizeof segment, place) != sizeof segment) return EBADMSG;
        if (segment.p_type != PT_LOAD) continue;
        if (segment.p_offset > size || segment.p_filesz > size - segment.p_offset) return EBADMSG;
    }
    return 0;
}

static int copy_file(int file, const char *path, int *copy) {
    struct stat status;
    if (fstat(file, &status) != 0) return errno;
    if (!S_ISREG(status.st_mode)) return EINVAL;
    const char *name = strrchr(path, '/');
    name = name == NULL ? path : name + 1;
    // Kernels before 6.3 do not know the flag, and execute code in such memory without it.
    *copy = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING | MFD_EXEC);
    if (*copy < 0 && errno == EINVAL) *copy = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (*copy < 0 && (errno == EMFILE || errno == ENFILE || errno == ENOMEM)) return errno;
    if (*copy < 0) return check_segments(file, (ElfW(Off))status.st_size);
    off_t size = 0;
    for (;;) {
        ssize_t count = sendfile(*copy, file, NULL, 1 << 20);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return errno;
        if (count == 0) break;
        size += count;
    }
    if (fcntl(*copy, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) return errno;
    return check_segments(*copy, (ElfW(Off))size);
}

int connectivity_library_copy(const char *path, int *copy) {
    *copy = -1;
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
    if (file < 0) return errno;
    int number = copy_file(file, path, copy);
    if (number != 0 && *copy >= 0) {
        close(*copy);
        *copy = -1;
    }
    close(file);
    return number;
}

int connectivity_is_function(const void *address) {
    Dl_info information;
    const ElfW(Sym) *symbol = NULL;
    if (dladdr1(address, &information, (void **)&symbol, RTLD_DL_SYMENT) == 0 || symbol == NULL) return 0;
    int type = ELF64_ST_TYPE(symbol->st_info);
    return type == STT_FUNC || type == STT_GNU_IFUNC;
}

#endif
