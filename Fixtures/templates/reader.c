// The host writes JSON without white space between tokens, and only valid JSON, so a small reader suffices: it finds a
// member by its path.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Returns the end of the value that begins here.
static const char *skip(const char *at) {
    int depth = 0;
    do {
        if (*at == '"') {
            for (at++; *at && *at != '"'; at++)
                if (*at == '\\' && at[1]) at++;
            if (!*at) return at;
            at++;
        } else if (*at == '{' || *at == '[') {
            depth++, at++;
        } else if (*at == '}' || *at == ']') {
            depth--, at++;
        } else if (depth > 0 && (*at == ',' || *at == ':')) {
            at++;
        } else {
            while (*at && !strchr(",:}]\"{[", *at)) at++;
        }
    } while (*at && depth > 0);
    return at;
}

// Returns the value of a member of the object that begins here, or a null pointer.
static const char *member(const char *object, const char *name) {
    if (!object || *object != '{') return NULL;
    size_t length = strlen(name);
    for (const char *at = object + 1; *at == '"';) {
        const char *value = skip(at) + 1;
        if (strncmp(at + 1, name, length) == 0 && at[1 + length] == '"') return value;
        at = skip(value);
        if (*at == ',') at++;
    }
    return NULL;
}
// Compares two values as they are written; the host writes the same text always alike.
static int same(const char *one, const char *other) {
    if (!one || !other) return 0;
    size_t length = (size_t)(skip(one) - one);
    return length == (size_t)(skip(other) - other) && strncmp(one, other, length) == 0;
}
