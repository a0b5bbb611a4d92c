// What Swift can't import of FFmpeg: macros, and functions with variable arguments.
#ifndef PLAYHEAD_CFFMPEG_SHIM_H
#define PLAYHEAD_CFFMPEG_SHIM_H

#include <libavcodec/avcodec.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavformat/avformat.h>
#include <libavutil/aes.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>

static const int playhead_averror_eof = AVERROR_EOF;
static const int playhead_averror_exit = AVERROR_EXIT;
static const int playhead_averror_io = AVERROR(EIO);
static const int playhead_averror_again = AVERROR(EAGAIN);
static const int playhead_averror_nomem = AVERROR(ENOMEM);
static const int playhead_averror_invalid = AVERROR(EINVAL);
static const int playhead_averror_decoder_not_found = AVERROR_DECODER_NOT_FOUND;
static const int playhead_averror_filter_not_found = AVERROR_FILTER_NOT_FOUND;
static const int playhead_averror_invaliddata = AVERROR_INVALIDDATA;
static const int64_t playhead_nopts = AV_NOPTS_VALUE;
static const int playhead_avseek_size = AVSEEK_SIZE;
static const int playhead_avseek_force = AVSEEK_FORCE;

// The display matrix of a stream, of nine values, or NULL. FFmpeg has moved it.
static inline const int32_t *playhead_display_matrix(const AVStream *stream) {
    const uint8_t *matrix = NULL;
    size_t size = 0;
#if LIBAVFORMAT_VERSION_MAJOR >= 61
    const AVPacketSideData *data = av_packet_side_data_get(
        stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, AV_PKT_DATA_DISPLAYMATRIX);
    if (data) { matrix = data->data; size = data->size; }
#else
    matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
#endif
    return size >= 9 * sizeof(int32_t) ? (const int32_t *)matrix : NULL;
}

#endif
