// FFmpeg's functions, whose libraries are loaded when one of them is first called.
//
// The libraries and the hundred that they depend on take half of the start of a program, and libavfilter as long again: a program is linked with
// libavutil only, and loads the others while its first request is on its way.
#ifndef PLAYHEAD_FFMPEG_LOADER_H
#define PLAYHEAD_FFMPEG_LOADER_H

#include <stdbool.h>

// Loads the libraries for demuxing, decoding and conversion, from any thread. A function of a library that cannot be loaded ends the process, as
// the dynamic loader does.
void playhead_load_ffmpeg(void);

// Whether libavfilter is installed; its functions must not be called otherwise. Loads it.
bool playhead_has_avfilter(void);

// FFmpeg's `av_aes_size`, in bytes.
int playhead_aes_size(void);

#endif
