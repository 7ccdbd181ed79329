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
// Writes what is printable ASCII, as a text of JSON.
static void print_text(const char *text) {
    putchar('"');
    for (; *text; text++)
        if (*text >= ' ' && *text < 127 && *text != '"' && *text != '\\') putchar(*text);
    putchar('"');
}
int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        const char *id = member(line, "id"), *type = member(line, "type");
        if (!type || !id) continue;
        printf("{\"id\":%.*s", (int)(skip(id) - id), id);
        if (same(type, "\"hello\"")) {
            printf(",%s\n", &"{\"protocol\":1,\"name\":\"@NAME@\",\"version\":\"1.0\",\"registers\":[{\"use\":\"prober.@NAME@\",\"summary\":\"reads the first line of a file\",\"kinds\":[\"@NAME@\"]},{\"use\":\"validator.@NAME@\",\"summary\":\"expects a text as the first line\",\"expectation\":true,\"content\":true,\"options\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}}]}"[1]);
            } else if (same(type, "\"probe\"")) {
                const char *facts = member(member(member(line, "request"), "question"), "facts");
                char path[4096], text[1024];
                FILE *file = plain(member(facts, "file"), path, sizeof path) ? fopen(path, "r") : NULL;
                if (file && fgets(text, sizeof text, file)) {
                    text[strcspn(text, "\n")] = 0;
                    // Nobody on the network writes the file; without this, an answer proves nothing.
                    printf(",\"authentication\":\"verified\",\"answer\":{\"kind\":\"@NAME@\",\"facts\":{\"text\":");
                    print_text(text);
                    printf("}}}\n");
                } else {
                    printf(",\"failure\":\"unreachable\",\"detail\":\"the file cannot be read\"}\n");
                }
                if (file) fclose(file);
            } else if (same(type, "\"validate\"")) {
                const char *expected = member(member(line, "options"), "text");
                const char *text = member(member(member(member(line, "exchange"), "answer"), "facts"), "text");
                const char *verdict = !text ? "inconclusive" : same(text, expected ? expected : "\"up\"") ? "genuine"
                                                                                             : "substituted";
                printf(",\"finding\":\"%s\",\"reason\":\"the text was compared\"}\n", verdict);
        } else {
            printf(",\"error\":\"not supported\"}\n");
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
