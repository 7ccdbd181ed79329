#include <dirent.h>
@READER@
int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        const char *id = member(line, "id"), *type = member(line, "type");
        if (!type || !id) continue;
        printf("{\"id\":%.*s", (int)(skip(id) - id), id);
        if (same(type, "\"hello\"")) {
            printf(",%s\n", &"{\"protocol\":1,\"name\":\"@NAME@\",\"version\":\"1.0\",\"registers\":[{\"use\":\"sign-in.@NAME@\",\"summary\":\"sends a voucher to the sign-in page\",\"options\":{\"type\":\"object\",\"properties\":{\"field\":{\"type\":\"string\"}}}}]}"[1]);
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
        } else {
            printf(",\"error\":\"not supported\"}\n");
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
