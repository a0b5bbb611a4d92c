#include <string.h>
#include <zlib.h>

/// Prepares a stream; `bits` selects the format, as for `inflateInit2`, which is a macro.
static inline int playhead_inflate_begin(z_stream *stream, int bits) {
    memset(stream, 0, sizeof *stream);
    return inflateInit2(stream, bits);
}
