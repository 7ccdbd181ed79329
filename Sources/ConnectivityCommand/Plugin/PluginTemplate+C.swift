// The source of a new plugin in C.

extension PluginTemplate {
    static let makefile = """
        CFLAGS = -O2 -Wall -Wextra

        @NAME@: plugin.c
        \t$(CC) $(CFLAGS) -o $@ plugin.c

        """

    /// How a program becomes a module of WebAssembly; the clang of some toolchains has no support routines for it.
    static let moduleRule = """

        # For a runtime of WebAssembly; needs Debian's wasi-libc, and a clang with wasm-ld.
        @NAME@.wasm: plugin.c
        \tclang --target=wasm32-wasi --sysroot=/usr $(CFLAGS) -o $@ plugin.c -nodefaultlibs -lc

        """

    static let cReader = #"""
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

        """#

    private static let cComparison = #"""
        // Compares two values as they are written; the host writes the same text always alike.
        static int same(const char *one, const char *other) {
            if (!one || !other) return 0;
            size_t length = (size_t)(skip(one) - one);
            return length == (size_t)(skip(other) - other) && strncmp(one, other, length) == 0;
        }

        """#

    static let cSource =
        cReader + cComparison + #"""
            int main(void) {
                char *line = NULL;
                size_t size = 0;
                while (getline(&line, &size, stdin) > 0) {
                    const char *id = member(line, "id"), *type = member(line, "type");
                    if (!type) continue;
                    if (id && same(type, "\"hello\"")) {
                        printf("{\"id\":%.*s,\"protocol\":1,\"name\":\"@NAME@\",\"version\":\"1.0\",\"registers\":[{"
                               "\"use\":\"validator.@NAME@\",\"summary\":\"expects a text as the body\",\"expectation\":true,\"content\":true,"
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

    static func c(_ kind: Kind) -> String {
        guard kind != .validator else { return cSource }
        let parts =
            switch kind {
            case .validator, .source, .signIn: ""
            case .prober: cTexts + cPrinting
            case .notifier: cTexts
            }
        let answers =
            switch kind {
            case .validator: ""
            case .prober:
                #"""
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
                                printf(",\"verdict\":\"%s\",\"reason\":\"the text was compared\"}\n", verdict);
                """#
            case .notifier:
                #"""
                            } else if (same(type, "\"notify\"")) {
                                char event[100], access[100] = "null", path[4096];
                                plain(member(member(line, "assessment"), "access"), access, sizeof access);
                                FILE *file = plain(member(line, "event"), event, sizeof event)
                                        && plain(member(member(line, "options"), "file"), path, sizeof path)
                                    ? fopen(path, "a") : NULL;
                                if (file) fprintf(file, "%s %s\n", event, access);
                                printf(file && fclose(file) == 0 ? "}\n" : ",\"error\":\"the file cannot be written\"}\n");
                """#
            case .source:
                #"""
                            } else if (same(type, "\"observe\"")) {
                                // More snapshots can follow at any time; the request ends with an answer without "more".
                                printf(",\"more\":true,\"interfaces\":[");
                                DIR *folder = opendir("/sys/class/net");
                                const char *comma = "";
                                for (struct dirent *entry; folder && (entry = readdir(folder));) {
                                    if (entry->d_name[0] == '.') continue;
                                    printf("%s{\"name\":\"%s\"}", comma, entry->d_name);
                                    comma = ",";
                                }
                                if (folder) closedir(folder);
                                printf("]}\n");
                            } else if (same(type, "\"cancel\"")) {
                                printf("}\n");
                """#
            case .signIn:
                #"""
                            } else if (same(type, "\"sign-in\"")) {
                                const char *occasion = member(line, "occasion"), *field = member(member(line, "options"), "field");
                                const char *url = member(member(occasion, "portal"), "signInURL");
                                if (!field || *field != '"') field = "\"code\"";
                                if (!url || *url != '"' || !same(member(occasion, "purpose"), "\"sign-in\"")) {
                                    printf(",\"stop\":\"it only signs in at a sign-in page\"}\n");
                                } else {
                                    // The host fills in the secret.
                                    printf(",\"request\":{\"url\":%.*s,\"method\":\"POST\",\"form\":[{\"name\":%.*s,"
                                           "\"value\":{\"secret\":\"voucher\"}}]}}\n",
                                           (int)(skip(url) - url), url, (int)(skip(field) - field), field);
                                }
                            } else if (same(type, "\"portal-answer\"")) {
                                const char *status = member(member(member(line, "answer"), "response"), "status");
                                int accepted = status && atoi(status) < 400;
                                printf(",\"outcome\":\"%s\"}\n", accepted ? "accepted" : "refused");
                """#
            }
        return "#include <dirent.h>\n" + cReader + cComparison + parts + #"""
            int main(void) {
                char *line = NULL;
                size_t size = 0;
                while (getline(&line, &size, stdin) > 0) {
                    const char *id = member(line, "id"), *type = member(line, "type");
                    if (!type || !id) continue;
                    printf("{\"id\":%.*s", (int)(skip(id) - id), id);
                    if (same(type, "\"hello\"")) {
                        printf(",%s\n", &"@C_INTRODUCTION@"[1]);
            \#(answers)
                    } else {
                        printf(",\"error\":\"not supported\"}\n");
                    }
                    fflush(stdout);
                }
                free(line);
                return 0;
            }

            """#
    }

    private static let cTexts = #"""
        // Copies a text; returns 0 if it is missing, too long or has escapes.
        static int plain(const char *value, char *copy, size_t size) {
            if (!value || *value != '"') return 0;
            size_t length = (size_t)(skip(value) - value) - 2;
            if (length >= size || memchr(value + 1, '\\', length)) return 0;
            memcpy(copy, value + 1, length);
            copy[length] = 0;
            return 1;
        }

        """#

    private static let cPrinting = #"""
        // Writes what is printable ASCII, as a text of JSON.
        static void print_text(const char *text) {
            putchar('"');
            for (; *text; text++)
                if (*text >= ' ' && *text < 127 && *text != '"' && *text != '\\') putchar(*text);
            putchar('"');
        }

        """#
}
