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
            printf(",%s\n", &"{\"protocol\":1,\"name\":\"@NAME@\",\"version\":\"1.0\",\"registers\":[{\"use\":\"source.@NAME@\",\"summary\":\"lists the interfaces below /sys/class/net\"}]}"[1]);
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
        } else {
            printf(",\"error\":\"not supported\"}\n");
        }
        fflush(stdout);
    }
    free(line);
    return 0;
}
