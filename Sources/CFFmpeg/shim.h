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

#endif
