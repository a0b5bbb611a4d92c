// Replaces the system's name lookup in the program of the tests: a name server that does not respond needs a privileged port and the system's settings.
#define _GNU_SOURCE
#include "CNameLookup.h"
#include <dlfcn.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t released = PTHREAD_COND_INITIALIZER;
static int is_held, waiting;

void lookups_hold(int isHeld) {
    pthread_mutex_lock(&mutex);
    is_held = isHeld;
    pthread_cond_broadcast(&released);
    pthread_mutex_unlock(&mutex);
}

int lookups_waiting(void) {
    pthread_mutex_lock(&mutex);
    int count = waiting;
    pthread_mutex_unlock(&mutex);
    return count;
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **result) {
    static const char suffix[] = ".held.invalid";
    size_t length = host ? strlen(host) : 0;
    if (length > sizeof suffix && strcmp(host + length - (sizeof suffix - 1), suffix) == 0) {
        pthread_mutex_lock(&mutex);
        waiting++;
        while (is_held) pthread_cond_wait(&released, &mutex);
        waiting--;
        pthread_mutex_unlock(&mutex);
        return EAI_NONAME;
    }
    int (*next)(const char *, const char *, const struct addrinfo *, struct addrinfo **) = dlsym(RTLD_NEXT, "getaddrinfo");
    return next ? next(host, service, hints, result) : EAI_SYSTEM;
}
