#ifndef CCURL_SHIM_H
#define CCURL_SHIM_H
/* typecheck-gcc.h turns curl_easy_setopt into a macro that wants constant options. */
#define CURL_DISABLE_TYPECHECK 1
#include <curl/curl.h>

/* curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, which Swift does not import:
   one typed forwarder for each kind of argument. */
static inline CURLcode ccurl_setopt_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_setopt_string(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_setopt_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}
static inline CURLcode ccurl_setopt_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}
typedef size_t (*ccurl_write_function)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode ccurl_setopt_write(CURL *handle, CURLoption option, ccurl_write_function function) {
    return curl_easy_setopt(handle, option, function);
}
/* curl_sockopt_callback, with plain types. */
typedef int (*ccurl_socket_function)(void *context, int descriptor, curlsocktype purpose);
static inline CURLcode ccurl_setopt_socket(CURL *handle, CURLoption option, ccurl_socket_function function) {
    return curl_easy_setopt(handle, option, function);
}
/* curl_opensocket_callback, with plain types. */
typedef int (*ccurl_open_function)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
static inline CURLcode ccurl_setopt_open(CURL *handle, CURLoption option, ccurl_open_function function) {
    return curl_easy_setopt(handle, option, function);
}
static inline CURLSHcode ccurl_share_names(CURLSH *share) {
    return curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_DNS);
}
static inline CURLcode ccurl_getinfo_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode ccurl_getinfo_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode ccurl_getinfo_string(CURL *handle, CURLINFO info, const char **value) {
    return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode ccurl_getinfo_pointer(CURL *handle, CURLINFO info, void **value) {
    return curl_easy_getinfo(handle, info, value);
}
/* CURLOPT_SSL_CTX_FUNCTION, with plain types. */
typedef CURLcode (*ccurl_context_function)(CURL *handle, void *context, void *pointer);
static inline CURLcode ccurl_setopt_context(CURL *handle, CURLoption option, ccurl_context_function function) {
    return curl_easy_setopt(handle, option, function);
}
/* The session of the TLS library in use, if that is OpenSSL; only while the transfer runs. */
static inline void *ccurl_openssl_session(CURL *handle) {
    struct curl_tlssessioninfo *info = NULL;
    if (curl_easy_getinfo(handle, CURLINFO_TLS_SSL_PTR, &info) != CURLE_OK || !info) return NULL;
    return info->backend == CURLSSLBACKEND_OPENSSL ? info->internals : NULL;
}
static inline CURLMcode ccurl_multi_setopt_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}
/* CURLVERSION_NOW is a macro that stands for another name. */
static inline const curl_version_info_data *ccurl_version_info(void) { return curl_version_info(CURLVERSION_NOW); }
/* The result lies in an anonymous union. */
static inline CURLcode ccurl_message_result(const CURLMsg *message) { return message->data.result; }
#endif
