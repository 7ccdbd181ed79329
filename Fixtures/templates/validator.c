@READER@
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
            printf("{\"id\":%.*s,\"finding\":\"%s\",\"reason\":{\"code\":\"@NAME@.%s\",\"facts\":{}}}\n",
                   (int)(skip(id) - id), id, verdict, code);
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
