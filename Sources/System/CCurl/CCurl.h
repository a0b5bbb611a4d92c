// libcurl from 7.88 on, for Swift: functions with a fixed number of parameters, what libcurl does not tell, and the polling of Linux.
// Differences between versions of libcurl are here, and nowhere else.
#ifndef PLAYHEAD_CCURL_H
#define PLAYHEAD_CCURL_H

#include <arpa/inet.h>
#include <curl/curl.h>
#include <dlfcn.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "libcurl 7.87 or newer is needed."
#endif

/// Prepares libcurl once for a process, and returns whether it can be used.
static inline int playhead_curl_begin(void) { return curl_global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK; }

/// What a function for received bytes returns to end or to pause the request.
static const size_t playhead_abort = 0xFFFFFFFF;
static const size_t playhead_pause = CURL_WRITEFUNC_PAUSE;

// Options.

static inline CURLcode playhead_set_long(CURL *easy, CURLoption option, long value) { return curl_easy_setopt(easy, option, value); }
static inline CURLcode playhead_set_string(CURL *easy, CURLoption option, const char *value) { return curl_easy_setopt(easy, option, value); }
static inline CURLcode playhead_set_pointer(CURL *easy, CURLoption option, void *value) { return curl_easy_setopt(easy, option, value); }
static inline CURLcode playhead_set_list(CURL *easy, CURLoption option, struct curl_slist *value) { return curl_easy_setopt(easy, option, value); }

/// Copies the content of a request.
static inline CURLcode playhead_set_content(CURL *easy, const void *bytes, size_t count) {
    CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
    return code ? code : curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, count ? (const char *)bytes : "");
}

/// Copies certificates in PEM form.
static inline CURLcode playhead_set_certificates(CURL *easy, CURLoption option, const void *bytes, size_t count) {
    struct curl_blob blob = { (void *)bytes, count, CURL_BLOB_COPY };
    return curl_easy_setopt(easy, option, &blob);
}

/// Sets the names of the protocols, the version and the authentication that all requests have.
static inline void playhead_set_rules(CURL *easy) {
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(easy, CURLOPT_PROXY_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2);
    curl_easy_setopt(easy, CURLOPT_PROXYAUTH, (long)CURLAUTH_BASIC);
    curl_easy_setopt(easy, CURLOPT_NETRC, (long)CURL_NETRC_IGNORED);
    curl_easy_setopt(easy, CURLOPT_HTTP09_ALLOWED, 0L);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    // A request that is removed does not wait for its name lookup, whose thread ends by itself.
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
}

/// Makes a request establish a connection, and fail before it is sent: libcurl can't express its time. The connection is kept for others.
static inline void playhead_set_unsent(CURL *easy) {
    curl_easy_setopt(easy, CURLOPT_TIMECONDITION, (long)CURL_TIMECOND_IFMODSINCE);
    curl_easy_setopt(easy, CURLOPT_TIMEVALUE_LARGE, (curl_off_t)INT64_MAX);
}

/// Sets the maximum version of HTTP, which is used where the server agrees: 1, 2 or 3.
static inline void playhead_set_version(CURL *easy, int version) {
    const long versions[] = { CURL_HTTP_VERSION_1_1, CURL_HTTP_VERSION_2TLS, CURL_HTTP_VERSION_3 };
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, versions[version - 1]);
}

typedef size_t (*playhead_data)(char *bytes, size_t size, size_t count, void *context);
typedef int (*playhead_ready)(void *context, char *address, char *local_address, int port, int local_port);
typedef curl_socket_t (*playhead_open)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*playhead_close)(void *context, curl_socket_t socket);

/// Whether the server of a TLS session has announced its end (RFC 8446 §6.1), and whether `playhead_limit_records` has cut it. The session and
/// its transfers share it, and the last one frees it: libcurl frees what a session needs with its connection, so that a transfer can't retain
/// the session itself.
typedef struct {
    int owners;
    int is_announced;
    int is_cut;
} playhead_end;

static inline playhead_end playhead_release_end(playhead_end *end) {
    playhead_end last = *end;
    if (--end->owners == 0) free(end);
    return last;
}

/// OpenSSL calls this function when it frees a session.
static inline void playhead_free_end(void *session, void *end, void *data, int index, long number, void *unused) {
    (void)session, (void)data, (void)index, (void)number, (void)unused;
    if (end) playhead_release_end((playhead_end *)end);
}

/// Returns the end of a session, which is created if there is none; null without OpenSSL or memory. A session is used
/// on one thread.
static inline playhead_end *playhead_end_of(void *session) {
    static int index = -1;
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    int (*new_index)(int, long, void *, void *, void *, void (*)(void *, void *, void *, int, long, void *)) =
        (int (*)(int, long, void *, void *, void *, void (*)(void *, void *, void *, int, long, void *)))dlsym(NULL, "CRYPTO_get_ex_new_index");
    int (*set)(void *, int, void *) = (int (*)(void *, int, void *))dlsym(NULL, "SSL_set_ex_data");
    void *(*get)(const void *, int) = (void *(*)(const void *, int))dlsym(NULL, "SSL_get_ex_data");
    if (!new_index || !set || !get) return NULL;
    pthread_mutex_lock(&mutex);
    if (index < 0) index = new_index(0 /* CRYPTO_EX_INDEX_SSL */, 0, NULL, NULL, NULL, playhead_free_end);
    pthread_mutex_unlock(&mutex);
    if (index < 0) return NULL;
    playhead_end *end = (playhead_end *)get(session, index);
    if (end) return end;
    end = (playhead_end *)calloc(1, sizeof *end);
    if (!end) return NULL;
    end->owners = 1;
    if (set(session, index, end)) return end;
    free(end);
    return NULL;
}

/// Notes the announcement of the end of a session; libcurl resets what OpenSSL notes itself.
static inline void playhead_note_alert(const void *session, int where, int value) {
    const int is_received_alert = 0x4004, close_notify = 0;
    if (where != is_received_alert || (value & 0xFF) != close_notify) return;
    playhead_end *end = playhead_end_of((void *)session);
    if (end) end->is_announced = 1;
}

/// The steps of a call of libcurl, and the thread's time in ms after the first of them.
typedef struct {
    unsigned steps;
    int64_t began;
} playhead_call;

/// Counts a step, and returns whether the call has worked for half a second of the processor's time. libcurl reads frames of HTTP/2, and what
/// a proxy sends instead of a tunnel, as long as more has arrived, whatever that is, so that a server could keep the thread without end.
static inline int playhead_count_step(playhead_call *call) {
    const unsigned interval = 256;
    struct timespec time;
    if (++call->steps % interval || clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)) return 0;
    int64_t now = (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
    if (call->steps == interval) call->began = now;
    return now - call->began >= 500;
}

/// Ends a request that works for too long; libcurl calls it after each read, but not between frames of HTTP/2.
static inline int playhead_limit_reads(void *call, curl_off_t total, curl_off_t now, curl_off_t upload_total, curl_off_t upload_now) {
    (void)total, (void)now, (void)upload_total, (void)upload_now;
    return playhead_count_step((playhead_call *)call);
}

/// Lets a call that works for too long see the end of the connection of TLS.
static inline void playhead_limit_records(int is_sent, int version, int type, const void *bytes, size_t count, void *session, void *call) {
    (void)version, (void)bytes, (void)count;
    const int header = 0x100, is_ended = 2 /* SSL_RECEIVED_SHUTDOWN */;
    if (is_sent || type != header || !playhead_count_step((playhead_call *)call)) return;
    playhead_end *end = playhead_end_of(session);
    if (end) end->is_cut = 1;
    void (*set)(void *, int) = (void (*)(void *, int))dlsym(NULL, "SSL_set_shutdown");
    int (*get)(const void *) = (int (*)(const void *))dlsym(NULL, "SSL_get_shutdown");
    if (set && get) set(session, get(session) | is_ended);
}

/// Adapts a context of TLS: a call of libcurl is limited, the announced ends of connections are noted, and no keys are written to a file
/// that an environment variable names.
static inline CURLcode playhead_prepare_tls(CURL *easy, void *context, void *call) {
    (void)easy;
    const char *library = curl_version_info(CURLVERSION_NOW)->ssl_version;
    if (!library || strncmp(library, "OpenSSL/", 8)) return CURLE_OK;
    void (*set_info)(void *, void (*)(const void *, int, int)) =
        (void (*)(void *, void (*)(const void *, int, int)))dlsym(NULL, "SSL_CTX_set_info_callback");
    if (set_info) set_info(context, playhead_note_alert);
    void (*set_message)(void *, void (*)(int, int, int, const void *, size_t, void *, void *)) =
        (void (*)(void *, void (*)(int, int, int, const void *, size_t, void *, void *)))dlsym(NULL, "SSL_CTX_set_msg_callback");
    long (*control)(void *, int, long, void *) = (long (*)(void *, int, long, void *))dlsym(NULL, "SSL_CTX_ctrl");
    if (set_message && control) {
        control(context, 16 /* SSL_CTRL_SET_MSG_CALLBACK_ARG */, 0, call);
        set_message(context, playhead_limit_records);
    }
    // Without tickets, only the very server that has issued a session of TLS 1.2 resumes it.
    const uint64_t no_ticket = 1 << 14;
    uint64_t (*clear_options)(void *, uint64_t) = (uint64_t(*)(void *, uint64_t))dlsym(NULL, "SSL_CTX_clear_options");
    if (clear_options) clear_options(context, no_ticket);
    void (*set_keylog)(void *, void *) = (void (*)(void *, void *))dlsym(NULL, "SSL_CTX_set_keylog_callback");
    if (set_keylog) set_keylog(context, NULL);
    return CURLE_OK;
}

/// Sets what libcurl calls: `write` and `header` for received bytes, `ready` before a request is sent, and `open` and `close` for sockets.
/// `call` is the call of libcurl in progress, for as long as there are connections.
static inline void playhead_set_callbacks(
    CURL *easy, void *context, playhead_data write, playhead_data header, playhead_ready ready, playhead_open open, void *client,
    playhead_close close, playhead_call *call) {
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, write);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, ready);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, close);
    curl_easy_setopt(easy, CURLOPT_CLOSESOCKETDATA, client);
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, playhead_prepare_tls);
    curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, call);
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, playhead_limit_reads);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, call);
}

static inline long playhead_get_long(CURL *easy, CURLINFO info) {
    long value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

static inline int64_t playhead_get_offset(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    return curl_easy_getinfo(easy, info, &value) ? 0 : value;
}

static inline const char *playhead_get_string(CURL *easy, CURLINFO info) {
    char *value = NULL;
    return curl_easy_getinfo(easy, info, &value) ? NULL : value;
}

/// Facts of TLS, of which libcurl has no own.
typedef struct {
    /// Whether there are any: libcurl 8.14 has none of QUIC's.
    int is_known;
    int is_resumed;
    /// The negotiated version of HTTP: 1, 2 or 3.
    int version;
} playhead_tls;

/// Returns the facts of the connection of a request; zero if its library is not OpenSSL.
static inline playhead_tls playhead_get_tls(CURL *easy) {
    playhead_tls facts = { 0, 0, 1 };
    struct curl_tlssessioninfo *info = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &info) || !info || !info->internals || info->backend != CURLSSLBACKEND_OPENSSL)
        return facts;
    facts.is_known = 1;
    int (*session_reused)(const void *) = (int (*)(const void *))dlsym(NULL, "SSL_session_reused");
    if (session_reused) facts.is_resumed = session_reused(info->internals);
    void (*selected)(const void *, const unsigned char **, unsigned *) =
        (void (*)(const void *, const unsigned char **, unsigned *))dlsym(NULL, "SSL_get0_alpn_selected");
    const unsigned char *name = NULL;
    unsigned length = 0;
    if (selected) selected(info->internals, &name, &length);
    if (name && length == 2 && name[0] == 'h' && (name[1] == '2' || name[1] == '3')) facts.version = name[1] - '0';
    return facts;
}

/// Retains the end of the TLS session of a request, which libcurl does not check; null if its library is not OpenSSL.
static inline playhead_end *playhead_keep_end(CURL *easy) {
    struct curl_tlssessioninfo *info = NULL;
    if (curl_easy_getinfo(easy, CURLINFO_TLS_SSL_PTR, &info) || !info || !info->internals || info->backend != CURLSSLBACKEND_OPENSSL)
        return NULL;
    playhead_end *end = playhead_end_of(info->internals);
    if (end) end->owners++;
    return end;
}

/// Whether requests beside each other on a connection of HTTP/2 work: before 8.1, one that is paused stops the others, and the last bytes
/// that one request reads for another may remain unseen.
static inline int playhead_multiplexes(void) { return curl_version_info(CURLVERSION_NOW)->version_num >= 0x080100; }

/// Whether libcurl was built with HTTP/3.
static inline int playhead_has_http3(void) {
    return playhead_multiplexes() && curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_HTTP3;
}

// Groups of requests.

static inline void playhead_multi_set_long(CURLM *multi, CURLMoption option, long value) { curl_multi_setopt(multi, option, value); }

static inline void playhead_multi_set_callbacks(
    CURLM *multi, void *context, int (*socket)(CURL *, curl_socket_t, int, void *, void *), int (*timer)(CURLM *, long, void *)) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, socket);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, timer);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}

/// A request that has ended.
typedef struct {
    CURL *easy;
    CURLcode code;
} playhead_ended;

/// Returns a request that has ended; `easy` is null if there is none.
static inline playhead_ended playhead_multi_next(CURLM *multi) {
    int left = 0;
    for (CURLMsg *message; (message = curl_multi_info_read(multi, &left));)
        if (message->msg == CURLMSG_DONE) return (playhead_ended){ message->easy_handle, message->data.result };
    return (playhead_ended){ NULL, CURLE_OK };
}

static inline void playhead_share_sessions(CURLSH *share) { curl_share_setopt(share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION); }

// Sockets.

static inline int playhead_socket_open(struct curl_sockaddr *address) {
    return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// Whether the socket for an address is one of UDP, which only QUIC uses.
static inline int playhead_socket_is_quic(const struct curl_sockaddr *address) { return address && address->socktype == SOCK_DGRAM; }

/// Returns the local port of a connected socket, or 0.
static inline int playhead_socket_port(int socket) {
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    if (getsockname(socket, (struct sockaddr *)&address, &size)) return 0;
    if (address.ss_family == AF_INET) return ntohs(((struct sockaddr_in *)&address)->sin_port);
    return address.ss_family == AF_INET6 ? ntohs(((struct sockaddr_in6 *)&address)->sin6_port) : 0;
}

/// Returns the number of bytes that a connection has received (`tcpi_bytes_received`), or 0 if it is unknown.
static inline uint64_t playhead_socket_received(int socket) {
    uint64_t info[32];
    socklen_t size = sizeof info;
    const int offset = 16;
    if (getsockopt(socket, IPPROTO_TCP, 11 /* TCP_INFO */, info, &size) || size < (offset + 1) * sizeof *info) return 0;
    return info[offset];
}

// Polling.

typedef struct {
    int file;
    int can_read;
    int can_write;
    int has_failed;
} playhead_event;

static inline int playhead_poll_open(void) { return epoll_create1(EPOLL_CLOEXEC); }
static inline int playhead_wakeup_open(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// Sets the events of a file that are polled; none removes it.
static inline int playhead_poll_set(int poll, int file, int is_known, int reads, int writes) {
    struct epoll_event event = { (reads ? EPOLLIN : 0u) | (writes ? EPOLLOUT : 0u), { .fd = file } };
    return epoll_ctl(poll, is_known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, file, &event);
}

static inline void playhead_poll_remove(int poll, int file) { epoll_ctl(poll, EPOLL_CTL_DEL, file, NULL); }

/// Waits for events, at most `timeout` ms.
static inline int playhead_poll_wait(int poll, playhead_event *events, int count, int timeout) {
    struct epoll_event ready[64];
    int found = epoll_wait(poll, ready, count < 64 ? count : 64, timeout);
    for (int index = 0; index < found; index++) {
        unsigned bits = ready[index].events;
        events[index] = (playhead_event){
            ready[index].data.fd, (bits & EPOLLIN) != 0, (bits & EPOLLOUT) != 0, (bits & (EPOLLERR | EPOLLHUP)) != 0
        };
    }
    return found;
}

#endif
