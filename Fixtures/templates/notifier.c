#include <dirent.h>
@READER@
// Copies a text; returns 0 if it is missing, too long or has escapes.
static int plain(const char *value, char *copy, size_t size) {
    if (!value || *value != '"') return 0;
    size_t length = (size_t)(skip(value) - value) - 2;
    if (length >= size || memchr(value + 1, '\\', length)) return 0;
    memcpy(copy, value + 1, length);
    copy[length] = 0;
    return 1;
}
int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        const char *id = member(line, "id"), *type = member(line, "type");
        if (!type || !id) continue;
        printf("{\"id\":%.*s", (int)(skip(id) - id), id);
        if (same(type, "\"hello\"")) {
            printf(",%s\n", &"{\"protocol\":1,\"name\":\"@NAME@\",\"version\":\"1.0\",\"registers\":[{\"use\":\"notifier.@NAME@\",\"summary\":\"adds a line to a file\",\"options\":{\"type\":\"object\",\"required\":[\"file\"],\"properties\":{\"file\":{\"type\":\"string\"}}}}]}"[1]);
            } else if (same(type, "\"notify\"")) {
                char event[100], access[100] = "null", path[4096];
                plain(member(member(line, "assessment"), "access"), access, sizeof access);
                FILE *file = plain(member(line, "event"), event, sizeof event)
                        && plain(member(member(line, "options"), "file"), path, sizeof path)
                    ? fopen(path, "a") : NULL;
                if (file) fprintf(file, "%s %s\n", event, access);
                printf(file && fclose(file) == 0 ? "}\n" : ",\"error\":\"the file cannot be written\"}\n");
        } else {
            printf(",\"error\":\"not supported\"}\n");
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
