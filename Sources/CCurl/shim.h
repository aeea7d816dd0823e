#pragma once
#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <dlfcn.h>

// Nothing of libcurl is linked: it would bring forty libraries to every start. The functions are found in the
// opened library instead, and called through these pointers. The wrappers are there because Swift cannot
// call variadic functions; nothing else belongs here.

typedef struct {
  CURLcode (*global_init)(long flags);
  curl_version_info_data *(*version_info)(CURLversion age);
  const char *(*easy_strerror)(CURLcode code);
  CURL *(*easy_init)(void);
  void (*easy_reset)(CURL *easy);
  void (*easy_cleanup)(CURL *easy);
  CURLcode (*easy_setopt)(CURL *easy, CURLoption option, ...);
  CURLcode (*easy_getinfo)(CURL *easy, CURLINFO information, ...);
  struct curl_slist *(*slist_append)(struct curl_slist *list, const char *text);
  void (*slist_free_all)(struct curl_slist *list);
  CURLM *(*multi_init)(void);
  CURLMcode (*multi_cleanup)(CURLM *multi);
  CURLMcode (*multi_add_handle)(CURLM *multi, CURL *easy);
  CURLMcode (*multi_remove_handle)(CURLM *multi, CURL *easy);
  CURLMcode (*multi_perform)(CURLM *multi, int *running);
  CURLMcode (*multi_poll)(CURLM *multi, struct curl_waitfd *more, unsigned count, int timeout, int *ready);
  CURLMcode (*multi_wakeup)(CURLM *multi);
  CURLMsg *(*multi_info_read)(CURLM *multi, int *left);
} ccurl_functions;

/// Finds every function in an opened library; the name of the first that it lacks, or null.
static inline const char *ccurl_find(void *library, ccurl_functions *functions) {
#define CCURL_FIND(name) \
  if (!(*(void **)&functions->name = dlsym(library, "curl_" #name))) return "curl_" #name;
  CCURL_FIND(global_init)
  CCURL_FIND(version_info)
  CCURL_FIND(easy_strerror)
  CCURL_FIND(easy_init)
  CCURL_FIND(easy_reset)
  CCURL_FIND(easy_cleanup)
  CCURL_FIND(easy_setopt)
  CCURL_FIND(easy_getinfo)
  CCURL_FIND(slist_append)
  CCURL_FIND(slist_free_all)
  CCURL_FIND(multi_init)
  CCURL_FIND(multi_cleanup)
  CCURL_FIND(multi_add_handle)
  CCURL_FIND(multi_remove_handle)
  CCURL_FIND(multi_perform)
  CCURL_FIND(multi_poll)
  CCURL_FIND(multi_wakeup)
  CCURL_FIND(multi_info_read)
#undef CCURL_FIND
  return NULL;
}

static inline CURLcode ccurl_set_long(
    const ccurl_functions *functions, CURL *easy, CURLoption option, long value) {
  return functions->easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_offset(
    const ccurl_functions *functions, CURL *easy, CURLoption option, curl_off_t value) {
  return functions->easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_pointer(
    const ccurl_functions *functions, CURL *easy, CURLoption option, const void *value) {
  return functions->easy_setopt(easy, option, value);
}

static inline CURLcode ccurl_set_text(
    const ccurl_functions *functions, CURL *easy, CURLoption option, const char *value) {
  return functions->easy_setopt(easy, option, value);
}

typedef size_t (*ccurl_receive)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode ccurl_set_receive(
    const ccurl_functions *functions, CURL *easy, CURLoption option, ccurl_receive receive) {
  return functions->easy_setopt(easy, option, receive);
}

typedef int (*ccurl_prepare)(
    void *context, char *address, char *local_address, int port, int local_port);

static inline CURLcode ccurl_set_prepare(
    const ccurl_functions *functions, CURL *easy, ccurl_prepare prepare) {
  return functions->easy_setopt(easy, CURLOPT_PREREQFUNCTION, prepare);
}

typedef int (*ccurl_socket)(void *context, curl_socket_t socket, curlsocktype purpose);

static inline CURLcode ccurl_set_socket(
    const ccurl_functions *functions, CURL *easy, ccurl_socket socket) {
  return functions->easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, socket);
}

/// Stops without waiting for the look-up of a name that is still going on; before 7.87 it is waited for.
static inline void ccurl_set_quick_exit(const ccurl_functions *functions, CURL *easy) {
  functions->easy_setopt(easy, (CURLoption)(CURLOPTTYPE_LONG + 322), 1L);
}

static inline long ccurl_long(const ccurl_functions *functions, CURL *easy, CURLINFO information) {
  long value = 0;
  return functions->easy_getinfo(easy, information, &value) == CURLE_OK ? value : 0;
}

static inline curl_off_t ccurl_offset(
    const ccurl_functions *functions, CURL *easy, CURLINFO information) {
  curl_off_t value = 0;
  return functions->easy_getinfo(easy, information, &value) == CURLE_OK ? value : 0;
}

/// The result of the transfer that ended, or -1 while none has.
static inline int ccurl_take_result(const ccurl_functions *functions, CURLM *multi) {
  int left = 0;
  CURLMsg *message = functions->multi_info_read(multi, &left);
  return message && message->msg == CURLMSG_DONE ? (int)message->data.result : -1;
}
