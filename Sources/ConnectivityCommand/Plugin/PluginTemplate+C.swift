// The source of a new plugin in C.

extension PluginTemplate {
    static let makefile = """
        CFLAGS = -O2 -Wall -Wextra

        @NAME@: plugin.c
        \t$(CC) $(CFLAGS) -o $@ plugin.c

        """

    static let cSource = #"""
        // Reads one JSON object per line. The host writes them without white space between tokens, and only valid JSON, so a
        // small reader suffices: it finds a member by its path and compares a text.
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

        int main(void) {
            char *line = NULL;
            size_t size = 0;
            while (getline(&line, &size, stdin) > 0) {
                const char *id = member(line, "id"), *type = member(line, "type");
                if (!type) continue;
                if (id && same(type, "\"hello\"")) {
                    printf("{\"id\":%.*s,\"protocol\":1,\"name\":\"@NAME@\",\"version\":\"1.0\",\"registers\":[{"
                           "\"use\":\"validator.@NAME@\",\"summary\":\"expects a text as the body\",\"expectation\":true,"
                           "\"options\":{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"}}}}],"
                           "\"sentences\":{\"@NAME@.expected\":\"the body is as expected\","
                           "\"@NAME@.other\":\"the body is another one\"}}\n",
                           (int)(skip(id) - id), id);
                } else if (id && same(type, "\"validate\"")) {
                    const char *expected = member(member(line, "options"), "text");
                    if (!expected || *expected != '"') expected = "\"pong\"";
                    const char *response = member(member(line, "exchange"), "response");
                    const char *verdict = "inconclusive", *code = "none";
                    if (response && *response == '{') {
                        int genuine = same(member(response, "body"), expected);
                        verdict = genuine ? "genuine" : "substituted";
                        code = genuine ? "expected" : "other";
                    }
                    printf("{\"id\":%.*s,\"verdict\":\"%s\",\"reason\":{\"code\":\"@NAME@.%s\",\"facts\":{}}}\n",
                           (int)(skip(id) - id), id, verdict, code);
                }
                fflush(stdout);
            }
            free(line);
            return 0;
        }

        """#
}
