// Sends requests with libcurl as plainly as it can be done, with the options that our prober sets and the same facts kept
// of each answer. usage: probes MODE URL COUNT WIDTH
//   multi   one thread drives WIDTH transfers at once
//   again   the same a second time, of which alone the times are printed: without what a process does once
//   thread  a separate thread drives one transfer at a time for another one that waits, as a prober for tasks must
// Prints the microseconds on the clock, those of the processor, and the peak of memory in KiB.
#include <curl/curl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

struct probe {
    CURL *easy;
    char *kept;
    size_t size, room;
    char error[CURL_ERROR_SIZE], peer[64];
    curl_off_t times[5];
    int isDone;
};
static const char *url;
static CURLM *multi;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER;
static struct probe *awaited;
static int isOver;

static size_t keep(char *bytes, size_t size, size_t count, void *context) {
    struct probe *probe = context;
    size *= count;
    if (probe->size + size > probe->room) {
        probe->room = (probe->size + size) * 2;
        probe->kept = realloc(probe->kept, probe->room);
    }
    memcpy(probe->kept + probe->size, bytes, size);
    probe->size += size;
    return size;
}

static struct probe *begin(struct probe *probe) {
    CURL *easy = probe->easy = curl_easy_init();
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_URL, url);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_1_1);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, 1L);
    curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, 1L);
    curl_easy_setopt(easy, CURLOPT_DNS_CACHE_TIMEOUT, 0L);
    curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_NOPROXY, "*");
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, 120000L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "swift-connectivity");
    curl_easy_setopt(easy, CURLOPT_PRIVATE, probe);
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, probe->error);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, keep);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, probe);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, keep);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, probe);
    curl_multi_add_handle(multi, easy);
    return probe;
}

// Returns a probe that has ended, or null.
static struct probe *ended(void) {
    int rest;
    CURLMsg *message = curl_multi_info_read(multi, &rest);
    if (!message) return NULL;
    struct probe *probe;
    char *peer = NULL;
    long status = 0;
    CURL *easy = message->easy_handle;
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &probe);
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(easy, CURLINFO_NAMELOOKUP_TIME_T, &probe->times[0]);
    curl_easy_getinfo(easy, CURLINFO_CONNECT_TIME_T, &probe->times[1]);
    curl_easy_getinfo(easy, CURLINFO_APPCONNECT_TIME_T, &probe->times[2]);
    curl_easy_getinfo(easy, CURLINFO_STARTTRANSFER_TIME_T, &probe->times[3]);
    curl_easy_getinfo(easy, CURLINFO_TOTAL_TIME_T, &probe->times[4]);
    curl_easy_getinfo(easy, CURLINFO_PRIMARY_IP, &peer);
    if (peer) strncpy(probe->peer, peer, sizeof probe->peer - 1);
    if (status != 204) fprintf(stderr, "status %ld: %s\n", status, probe->error), exit(1);
    curl_multi_remove_handle(multi, easy);
    return probe;
}

static void drop(struct probe *probe) {
    curl_easy_cleanup(probe->easy);
    free(probe->kept);
    free(probe);
}

static void *drive(void *context) {
    int running;
    (void)context;
    for (;;) {
        pthread_mutex_lock(&lock);
        struct probe *next = awaited;
        int isLast = isOver;
        awaited = NULL;
        pthread_mutex_unlock(&lock);
        if (isLast) return NULL;
        if (next) begin(next);
        curl_multi_perform(multi, &running);
        for (struct probe *probe; (probe = ended());) {
            pthread_mutex_lock(&lock);
            probe->isDone = 1;
            pthread_cond_signal(&done);
            pthread_mutex_unlock(&lock);
        }
        curl_multi_poll(multi, NULL, 0, 1000, NULL);
    }
}

static double microseconds(const struct rusage *usage) {
    return (usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1e6 + usage->ru_utime.tv_usec + usage->ru_stime.tv_usec;
}

int main(int words, char **word) {
    if (words != 5) return 64;
    url = word[2];
    int count = atoi(word[3]), width = atoi(word[4]), begun = 0, over = 0, running;
    struct timespec from, to;
    struct rusage usage, before = {0};
    int isAgain = !strcmp(word[1], "again");
    curl_global_init(CURL_GLOBAL_ALL);
    multi = curl_multi_init();
    for (int first = isAgain; first >= 0; first--) {
        if (isAgain && !first) getrusage(RUSAGE_SELF, &before);
        clock_gettime(CLOCK_MONOTONIC, &from);
        if (!strcmp(word[1], "thread")) break;
        begun = over = 0;
        while (over < count) {
            for (; begun < count && begun - over < width; begun++) begin(calloc(1, sizeof(struct probe)));
            curl_multi_perform(multi, &running);
            int before = over;
            for (struct probe *probe; (probe = ended()); over++) drop(probe);
            if (over < count && over == before) curl_multi_poll(multi, NULL, 0, 1000, NULL);
        }
    }
    if (!strcmp(word[1], "thread")) {
        pthread_t driver;
        pthread_create(&driver, NULL, drive, NULL);
        for (; over < count; over++) {
            struct probe *probe = calloc(1, sizeof *probe);
            pthread_mutex_lock(&lock);
            awaited = probe;
            pthread_mutex_unlock(&lock);
            curl_multi_wakeup(multi);
            pthread_mutex_lock(&lock);
            while (!probe->isDone) pthread_cond_wait(&done, &lock);
            pthread_mutex_unlock(&lock);
            drop(probe);
        }
        pthread_mutex_lock(&lock);
        isOver = 1;
        pthread_mutex_unlock(&lock);
        curl_multi_wakeup(multi);
        pthread_join(driver, NULL);
    }
    clock_gettime(CLOCK_MONOTONIC, &to);
    getrusage(RUSAGE_SELF, &usage);
    printf("%.0f %.0f %ld\n", (to.tv_sec - from.tv_sec) * 1e6 + (to.tv_nsec - from.tv_nsec) / 1e3,
           microseconds(&usage) - microseconds(&before),
           usage.ru_maxrss);
}
