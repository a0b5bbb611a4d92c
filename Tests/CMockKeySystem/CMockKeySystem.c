#include "mock_key_system.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

// Messages are a letter, a size of four octets in the machine's order, and the content. An answer ends with 'E' and a code.

enum { MAXIMUM = 1 << 20 };

typedef struct session {
    int socket;
    playhead_key_reports reports;
} session;

static bool transfer(int socket, void *bytes, size_t size, bool reads) {
    uint8_t *place = bytes;
    while (size > 0) {
        ssize_t count = reads ? recv(socket, place, size, 0) : send(socket, place, size, MSG_NOSIGNAL);
        if (count <= 0) return false;
        place += count;
        size -= (size_t)count;
    }
    return true;
}

static bool put(int socket, char letter, const void *bytes, uint32_t size) {
    uint8_t head[5] = { (uint8_t)letter };
    memcpy(head + 1, &size, sizeof size);
    return transfer(socket, head, sizeof head, false) && transfer(socket, (void *)bytes, size, false);
}

/// Reads an answer; 'D' must have the size of `clear`.
static int32_t answer(session *session, uint8_t *clear, size_t clear_size) {
    static const int32_t failed = -2;
    bool isClear = clear == NULL;
    while (true) {
        uint8_t head[5];
        uint32_t size;
        if (!transfer(session->socket, head, sizeof head, true)) return failed;
        memcpy(&size, head + 1, sizeof size);
        if (size > MAXIMUM) return failed;
        uint8_t *bytes = malloc(size + 1);
        if (bytes == NULL || !transfer(session->socket, bytes, size, true)) {
            free(bytes);
            return failed;
        }
        int32_t code = 0;
        bool ends = false;
        const playhead_key_reports *reports = &session->reports;
        if (head[0] == 'Q') {
            reports->request(reports->context, bytes, size, NULL);
        } else if (head[0] == 'S' && size == PLAYHEAD_KEY_SIZE + 1) {
            reports->status(reports->context, bytes, bytes[PLAYHEAD_KEY_SIZE]);
        } else if (head[0] == 'D' && clear != NULL && size == clear_size) {
            memcpy(clear, bytes, size);
            isClear = true;
        } else if (head[0] == 'E' && size == sizeof code) {
            memcpy(&code, bytes, sizeof code);
            ends = true;
        } else {
            code = failed;
            ends = true;
        }
        free(bytes);
        if (ends) return code == 0 && !isClear ? failed : code;
    }
}

static void mock_release(void *pointer) {
    session *session = pointer;
    close(session->socket);
    free(session);
}

static int32_t mock_open(void *path, const playhead_key_content *content, const playhead_key_reports *reports, void **result) {
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    strncpy(address.sun_path, path, sizeof address.sun_path - 1);
    session *session = calloc(1, sizeof *session);
    if (session == NULL) return -1;
    session->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    session->reports = *reports;
    int32_t code = -1;
    if (connect(session->socket, (struct sockaddr *)&address, sizeof address) == 0
        && put(session->socket, 'O', content->key_ids, (uint32_t)(content->key_count * PLAYHEAD_KEY_SIZE)))
        code = answer(session, NULL, 0);
    if (code == 0) *result = session;
    else mock_release(session);
    return code;
}

static int32_t mock_update(void *pointer, const uint8_t *response, size_t size) {
    session *session = pointer;
    return put(session->socket, 'U', response, (uint32_t)size) ? answer(session, NULL, 0) : -1;
}

static int32_t mock_decrypt(void *pointer, const playhead_sample *sample, uint8_t *bytes, size_t size) {
    session *session = pointer;
    // Scheme, id, pattern, vector, number of parts, parts, bytes.
    uint8_t head[4 + PLAYHEAD_KEY_SIZE + 2 + 16] = { 0 };
    memcpy(head, sample->scheme, 4);
    memcpy(head + 4, sample->key_id, PLAYHEAD_KEY_SIZE);
    head[20] = sample->encrypted_blocks;
    head[21] = sample->clear_blocks;
    if (sample->vector_size > 16) return -1;
    memcpy(head + 22, sample->vector, sample->vector_size);
    uint32_t count = (uint32_t)sample->subsample_count;
    size_t whole = sizeof head + sizeof count + count * 2 * sizeof(uint32_t) + size;
    uint8_t *message = malloc(whole);
    if (message == NULL) return -1;
    uint8_t *place = message;
    memcpy(place, head, sizeof head);
    place += sizeof head;
    memcpy(place, &count, sizeof count);
    place += sizeof count;
    for (uint32_t index = 0; index < count; index++) {
        uint32_t part[2] = { (uint32_t)sample->subsamples[index].clear, (uint32_t)sample->subsamples[index].protected_size };
        memcpy(place, part, sizeof part);
        place += sizeof part;
    }
    memcpy(place, bytes, size);
    int32_t code = put(session->socket, 'D', message, (uint32_t)whole) ? answer(session, bytes, size) : -1;
    free(message);
    return code;
}

const playhead_key_system *mock_key_system(const char *path) {
    playhead_key_system *table = calloc(1, sizeof *table);
    if (table == NULL) return NULL;
    *table = (playhead_key_system){
        .version = PLAYHEAD_KEY_SYSTEM_VERSION, .name = "Mock", .context = strdup(path), .open = mock_open, .update = mock_update,
        .decrypt = mock_decrypt, .release = mock_release,
    };
    return table;
}

/// The table of a shared library made of this file: the path is in the environment.
const playhead_key_system *playhead_key_system_table(void) {
    const char *path = getenv("MOCK_CDM");
    return path == NULL ? NULL : mock_key_system(path);
}
