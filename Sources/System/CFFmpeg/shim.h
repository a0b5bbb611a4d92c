// What Swift can't import of FFmpeg, macros and functions with variable arguments, and what differs between its versions, 5.1 to 7.1.
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
#include <libavutil/encryption_info.h>
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
static const int playhead_averror_patchwelcome = AVERROR_PATCHWELCOME;
static const int64_t playhead_nopts = AV_NOPTS_VALUE;
static const int playhead_avseek_size = AVSEEK_SIZE;
static const int playhead_avseek_force = AVSEEK_FORCE;

// The decoding time of the first sample in the index of a stream that is shown, in ticks; playhead_nopts without such a sample.
static inline int64_t playhead_first_indexed_time(AVStream *stream) {
    int count = avformat_index_get_entries_count(stream);
    for (int index = 0; index < count; index++) {
        const AVIndexEntry *entry = avformat_index_get_entry(stream, index);
        if (entry && !(entry->flags & AVINDEX_DISCARD_FRAME)) return entry->timestamp;
    }
    return playhead_nopts;
}

// The duration of a frame, in ticks; 0 if unknown.
static inline int64_t playhead_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    return frame->duration;
#else
    return frame->pkt_duration;
#endif
}

// Sets the duration of a frame, in ticks.
static inline void playhead_frame_set_duration(AVFrame *frame, int64_t duration) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
    frame->duration = duration;
#else
    frame->pkt_duration = duration;
#endif
}

// Whether decoding can begin with a frame.
static inline int playhead_frame_is_key(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
    return frame->key_frame;
#endif
}

// Whether the picture of a frame is interlaced.
static inline int playhead_frame_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
    return frame->interlaced_frame;
#endif
}

// Marks the picture of a frame as interlaced, with the upper field first, or as progressive.
static inline void playhead_frame_set_interlaced(AVFrame *frame, int interlaced) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
    int fields = AV_FRAME_FLAG_INTERLACED | AV_FRAME_FLAG_TOP_FIELD_FIRST;
    frame->flags = interlaced ? frame->flags | fields : frame->flags & ~fields;
#else
    frame->interlaced_frame = frame->top_field_first = interlaced != 0;
#endif
}

// Sets the duration of an opened MP4 whose header lists all samples, so that all starts are known. FFmpeg 7 leaves it to the detection of streams.
static inline void playhead_set_declared_duration(AVFormatContext *context) {
#if LIBAVFORMAT_VERSION_MAJOR >= 61
    int64_t end = 0;
    if (context->duration > 0) return;
    for (unsigned int i = 0; i < context->nb_streams; i++) {
        const AVStream *stream = context->streams[i];
        enum AVMediaType type = stream->codecpar->codec_type;
        if (type != AVMEDIA_TYPE_VIDEO && type != AVMEDIA_TYPE_AUDIO) continue;
        if (stream->start_time == AV_NOPTS_VALUE || stream->duration <= 0) return;
        end = FFMAX(end, av_rescale_q(stream->duration, stream->time_base, AV_TIME_BASE_Q));
    }
    if (end > 0) context->duration = end;
#else
    (void)context;
#endif
}

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
