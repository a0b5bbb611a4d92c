extension Producer {
    /// MP4 and QuickTime files of FFmpeg.
    static let mp4 = Producer(
        "ffmpeg",
        #"""
        mp4 | a.mp4 | h264
        mp4 with the index first | a.mp4 | h264 -movflags faststart
        mp4 with fragments | a.mp4 | h264 -movflags frag_keyframe+empty_moov
        mp4 with CMAF fragments | a.mp4 | h264 -movflags cmaf
        mp4 with DASH fragments | a.mp4 | h264 -movflags dash+frag_keyframe+empty_moov
        * mp4 with a fragment a frame | a.mp4 | h264 -movflags frag_every_frame+empty_moov
        mp4 with fragments of 0.5 s | a.mp4 | h264 -movflags empty_moov -frag_duration 500000
        mp4 with small fragments | a.mp4 | h264 -movflags empty_moov+default_base_moof -frag_size 2000
        mp4 with fragments after samples | a.mp4 | h264 -movflags frag_keyframe
        mp4 with a fragment for each track | a.mp4 | h264 -movflags frag_keyframe+empty_moov+separate_moof
        mp4 with a delayed index | a.mp4 | h264 -movflags frag_keyframe+delay_moov
        * mp4 with a global sidx | a.mp4 | h264 -movflags frag_keyframe+empty_moov+global_sidx+default_base_moof
        mp4 with a global sidx and absolute offsets | a.mp4 | h264 -movflags frag_keyframe+empty_moov+global_sidx
        mp4 without a fragment index | a.mp4 | h264 -movflags frag_keyframe+empty_moov+skip_trailer
        mp4 without base offsets | a.mp4 | h264 -movflags frag_keyframe+empty_moov+omit_tfhd_offset
        mp4 with negative offsets | a.mp4 | h264 -movflags negative_cts_offsets
        * mp4 with negative offsets in fragments | a.mp4 | h264 -movflags frag_keyframe+empty_moov+negative_cts_offsets+default_base_moof
        mp4 without edit lists | a.mp4 | h264 -use_editlist 0
        mp4 without edit lists and B-frames | a.mp4 | h264 -use_editlist 0 -bf 0
        * mp4 with an empty edit | a.mp4 | h264 -output_ts_offset 0.5
        mp4 with an empty edit of the sound | a.mp4 | late=a h264
        mp4 with an empty edit of the pictures | a.mp4 | late=v h264
        mp4 cut before a key frame | a.mp4 | o=in.mp4 h264 -g 75; ffmpeg -v error -ss 1.3 -i in.mp4 -c copy a.mp4
        mp4 with its own timestamps | a.mp4 | h264 -output_ts_offset 10 -copyts
        mp4 fragments from 100 s on | a.mp4 | h264 -output_ts_offset 100 -movflags frag_keyframe+empty_moov+default_base_moof
        mp4 with a timescale of 1000 | a.mp4 | h264 -video_track_timescale 1000
        mp4 with a timescale of 25 | a.mp4 | h264 -video_track_timescale 25
        mp4 with a timescale of 10000000 | a.mp4 | h264 -video_track_timescale 10000000
        mp4 with a movie timescale of 90000 | a.mp4 | h264 -movie_timescale 90000
        mp4 at 23.976 Hz | a.mp4 | r=24000/1001 h264
        mp4 at 59.94 Hz | a.mp4 | r=60000/1001 h264
        mp4 at 1 Hz | a.mp4 | r=1 h264
        mp4 of a variable frame rate | a.mp4 | h264 -vf "select='not(eq(mod(n,5),3))'" -fps_mode vfr
        mp4 of a picture alone | a.mp4 | h264 -an -frames:v 1
        mp4 of one picture with sound | a.mp4 | h264 -frames:v 1
        mp4 of pictures alone | a.mp4 | h264 -an
        mp4 of sound alone | a.mp4 | sound
        mp4 with sound of 1 s | a.mp4 | h264 -af atrim=0:1
        mp4 with pictures of 1 s | a.mp4 | h264 -vf trim=0:1
        mp4 without B-frames | a.mp4 | h264 -bf 0
        mp4 with open GOPs | a.mp4 | h264 -x264-params open-gop=1
        mp4 with parameter sets in samples | a.mp4 | h264 -tag:v avc3 -x264-params repeat-headers=1
        * mp4 rotated | a.mp4 | o=in.mp4 h264; copy in.mp4 -metadata:s:v rotate=90
        mp4 with square pictures of wide pixels | a.mp4 | h264 -vf setsar=4/3
        mp4 of odd size | a.mp4 | h264 -vf scale=161:91 -pix_fmt yuv444p
        mp4 of 10 bits | a.mp4 | h264 -pix_fmt yuv420p10le
        mp4 of full range | a.mp4 | h264 -pix_fmt yuvj420p
        mp4 interleaved late | a.mp4 | h264 -max_interleave_delta 0 -max_muxing_queue_size 4000
        mp4 with tracks one after the other | a.mp4 | o=v.mp4 h264 -an; o=w.mp4 sound; join v.mp4 w.mp4 -movflags frag_keyframe+empty_moov
        mp4 with sound first | a.mp4 | h264 -map 1 -map 0
        mp4 with two sounds | a.mp4 | h264 -map 0 -map 1 -map 1
        mp4 with a timecode | a.mp4 | h264 -timecode 01:00:00:00
        mp4 with hint tracks | a.mp4 | h264 -movflags rtphint
        mp4 with subtitles | a.mp4 | captions; o=in.mp4 h264; join in.mp4 c.srt -c:s mov_text
        mp4 with chapters | a.mp4 | chapters; o=in.mp4 h264; copy in.mp4 -i c.txt -map_metadata 1
        mp4 with a cover | a.mp4 | o=c.png av -an -frames:v 1; o=in.mp4 h264; join in.mp4 c.png -disposition:v:1 attached_pic
        m4a with a cover | a.m4a | o=c.png av -an -frames:v 1; o=in.m4a sound; join in.m4a c.png -disposition:v attached_pic
        mp4 with HEVC | a.mp4 | hevc -tag:v hvc1
        mp4 with HEVC and parameter sets in samples | a.mp4 | hevc -tag:v hev1
        mp4 fragments with HEVC | a.mp4 | hevc -tag:v hvc1 -movflags cmaf
        * mp4 with AV1 and Opus | a.mp4 | av1 -c:a libopus
        mp4 fragments with AV1 | a.mp4 | av1 -c:a aac -movflags cmaf
        mp4 with VP9 and FLAC | a.mp4 | vp9 -c:a flac -strict -2
        mp4 with MPEG-4 and MP3 | a.mp4 | av -c:v mpeg4 -bf 2 -c:a libmp3lame
        mp4 with MPEG-2 and MP2 | a.mp4 | mpeg2 -c:a mp2
        mp4 with MJPEG | a.mp4 | av -c:v mjpeg -pix_fmt yuvj420p -c:a aac
        mp4 with AC-3 | a.mp4 | h264 -c:a ac3
        mp4 with E-AC-3 in 5.1 | a.mp4 | h264 -c:a eac3 -ac 6
        mp4 with Vorbis | a.mp4 | h264 -c:a libvorbis
        mp4 with ALAC | a.mp4 | h264 -c:a alac
        mp4 with DTS | a.mp4 | h264 -c:a dca -strict -2
        mp4 with TrueHD | a.mp4 | h264 -c:a truehd -strict -2
        mp4 of Smooth Streaming | a.ismv | h264 -f ismv
        m4a with AAC at 44.1 kHz | a.m4a | s=44100 sound
        m4a with ALAC | a.m4a | sound -c:a alac
        m4v of an iPod | a.m4v | h264 -f ipod
        mp4 of a PSP | a.mp4 | h264 -f psp
        3gp with H.263 | a.3gp | av -vf scale=176:144 -c:v h263 -c:a aac
        3g2 with MPEG-4 | a.3g2 | av -c:v mpeg4 -c:a aac
        f4v | a.f4v | h264
        mov | a.mov | h264
        * mov with ProRes and PCM | a.mov | av -c:v prores_ks -c:a pcm_s24le
        mov with DNxHR and PCM | a.mov | av -vf scale=256:144,format=yuv422p -c:v dnxhd -profile:v dnxhr_sq -c:a pcm_s16be
        mov with MJPEG and PCM | a.mov | av -c:v mjpeg -pix_fmt yuvj420p -c:a pcm_s16le
        mov with QuickTime Animation | a.mov | av -c:v qtrle -c:a pcm_u8
        mov with PNG and IMA ADPCM | a.mov | av -c:v png -c:a adpcm_ima_qt
        mov with Sorenson Video | a.mov | av -c:v svq1 -pix_fmt yuv410p -c:a pcm_mulaw
        mov with uncompressed pictures | a.mov | av -c:v v210 -c:a pcm_f32le
        mov with HAP | a.mov | av -vf scale=160:92 -c:v hap -c:a pcm_s32le
        mov with CineForm | a.mov | av -c:v cfhd -c:a pcm_s24be
        """#)
}
