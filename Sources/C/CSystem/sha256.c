// SHA-256 (FIPS 180-4) of a file, to record which program a plugin was. C, because the digest of an interpreter of several
// megabytes must not take seconds in a debug build.

#ifdef __linux__

#define _GNU_SOURCE
#include "CSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint32_t constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
    0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
    0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
    0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

static uint32_t rotated(uint32_t value, int count) { return value >> count | value << (32 - count); }

static void add_block(uint32_t state[8], const uint8_t *block) {
    uint32_t words[64];
    for (int i = 0; i < 16; i++, block += 4)
        words[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 | (uint32_t)block[2] << 8 | block[3];
    for (int i = 16; i < 64; i++) {
        uint32_t a = words[i - 15], b = words[i - 2];
        words[i] = words[i - 16] + (rotated(a, 7) ^ rotated(a, 18) ^ a >> 3) + words[i - 7]
            + (rotated(b, 17) ^ rotated(b, 19) ^ b >> 10);
    }
    uint32_t s[8];
    memcpy(s, state, sizeof s);
    for (int i = 0; i < 64; i++) {
        uint32_t one = s[7] + (rotated(s[4], 6) ^ rotated(s[4], 11) ^ rotated(s[4], 25)) + ((s[4] & s[5]) ^ (~s[4] & s[6]))
            + constants[i] + words[i];
        uint32_t two = (rotated(s[0], 2) ^ rotated(s[0], 13) ^ rotated(s[0], 22))
            + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
        memmove(s + 1, s, 7 * sizeof s[0]);
        s[4] += one;
        s[0] = one + two;
    }
    for (int i = 0; i < 8; i++) state[i] += s[i];
}

int connectivity_file_digest(const char *path, uint8_t digest[32], unsigned *mode) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0) return errno;
    struct stat status;
    if (fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
        close(descriptor);
        return EINVAL;
    }
    *mode = status.st_mode;
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    uint8_t buffer[64 * 1024];
    size_t filled = 0;
    uint64_t total = 0;
    for (;;) {
        ssize_t count = read(descriptor, buffer + filled, sizeof buffer - filled);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            int number = errno;
            close(descriptor);
            return number;
        }
        if (count == 0) break;
        filled += (size_t)count;
        total += (uint64_t)count;
        size_t used = 0;
        for (; filled - used >= 64; used += 64) add_block(state, buffer + used);
        memmove(buffer, buffer + used, filled - used);
        filled -= used;
    }
    close(descriptor);
    buffer[filled++] = 0x80;
    if (filled > 56) {
        memset(buffer + filled, 0, 64 - filled);
        add_block(state, buffer);
        filled = 0;
    }
    memset(buffer + filled, 0, 56 - filled);
    for (int i = 0; i < 8; i++) buffer[56 + i] = (uint8_t)(total * 8 >> (56 - 8 * i));
    add_block(state, buffer);
    for (int i = 0; i < 32; i++) digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
    return 0;
}

#endif
