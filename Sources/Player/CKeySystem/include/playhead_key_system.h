// The table of functions by which a content decryption module (CDM) in C provides the keys of protected content. Its shape is that of
// OpenCDM and of W3C Encrypted Media Extensions.
//
// The functions of a session are called by one thread at a time, those of different sessions by several. A call that does not return
// within 10 seconds fails, and the system is not called again; its thread and its memory are abandoned.

#ifndef PLAYHEAD_KEY_SYSTEM_H
#define PLAYHEAD_KEY_SYSTEM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The version of the table.
#define PLAYHEAD_KEY_SYSTEM_VERSION 1

/// The octets of the id of a key, of a key, and of the identifier of a system.
enum { PLAYHEAD_KEY_SIZE = 16 };

/// The status of a key (`MediaKeyStatus` of EME).
enum {
    PLAYHEAD_KEY_USABLE = 0,
    PLAYHEAD_KEY_EXPIRED = 1,
    PLAYHEAD_KEY_RELEASED = 2,
    PLAYHEAD_KEY_OUTPUT_RESTRICTED = 3,
    PLAYHEAD_KEY_OUTPUT_DOWNSCALED = 4,
    PLAYHEAD_KEY_USABLE_IN_FUTURE = 5,
    PLAYHEAD_KEY_STATUS_PENDING = 6,
    PLAYHEAD_KEY_INTERNAL_ERROR = 7
};

/// The functions by which a session reports. They may be called on any thread, during a call and after it, until `release` has returned.
/// All memory is copied before they return.
typedef struct playhead_key_reports {
    /// The first argument of the functions.
    void *context;
    /// A challenge for the license server, at most 256 KiB; `url` may be null.
    void (*request)(void *context, const uint8_t *challenge, size_t size, const char *url);
    /// The status of a key changed.
    void (*status)(void *context, const uint8_t *key_id, int32_t status);
    /// A key that Playhead may use itself.
    void (*key)(void *context, const uint8_t *key_id, const uint8_t *key);
} playhead_key_reports;

/// The content of a session.
typedef struct playhead_key_content {
    /// The ids of the keys that samples need, one after another.
    const uint8_t *key_ids;
    size_t key_count;
    /// The boxes `pssh`, one after another.
    const uint8_t *initialization_data;
    size_t initialization_size;
} playhead_key_content;

/// A part of a sample: bytes in the clear, and protected ones behind them.
typedef struct playhead_subsample {
    size_t clear;
    size_t protected_size;
} playhead_subsample;

/// The description of a sample in Common Encryption.
typedef struct playhead_sample {
    const uint8_t *key_id;
    /// `cenc`, `cbc1`, `cens` or `cbcs`.
    const char *scheme;
    /// 8 or 16 octets.
    const uint8_t *vector;
    size_t vector_size;
    /// The parts, which are together not larger than the sample; none if all bytes are protected.
    const playhead_subsample *subsamples;
    size_t subsample_count;
    /// The encrypted and the clear blocks of a pattern.
    uint8_t encrypted_blocks;
    uint8_t clear_blocks;
} playhead_sample;

/// A key system. All functions return 0, or an error code, which appears in the error of the playback.
typedef struct playhead_key_system {
    /// `PLAYHEAD_KEY_SYSTEM_VERSION`.
    uint32_t version;
    /// The name, for errors and events.
    const char *name;
    /// The identifiers of the initialization data that the system reads, one after another; none for all protected content.
    const uint8_t *identifiers;
    size_t identifier_count;
    /// The first argument of `open`.
    void *context;
    /// Opens a session, which begins with a request or with keys.
    int32_t (*open)(void *context, const playhead_key_content *content, const playhead_key_reports *reports, void **session);
    /// Handles a response of the license server.
    int32_t (*update)(void *session, const uint8_t *response, size_t size);
    /// Decrypts the bytes of a sample in place; null if the system reports its keys.
    int32_t (*decrypt)(void *session, const playhead_sample *sample, uint8_t *bytes, size_t size);
    /// Releases the session.
    void (*release)(void *session);
} playhead_key_system;

/// The function that a shared library exports.
const playhead_key_system *playhead_key_system_table(void);

#ifdef __cplusplus
}
#endif

#endif
