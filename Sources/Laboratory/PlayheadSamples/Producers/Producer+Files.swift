extension Producer {
    /// Matroska, Ogg, Flash, AVI, program streams and the formats of sound of FFmpeg.
    static let files = Producer(
        "ffmpeg",
        #"""
        mkv | a.mkv | h264
        * mkv without duration and cues | a.mkv | h264 -live 1
        mkv through a pipe | a.mkv | o=- h264 -f matroska > a.mkv
        mkv with cues first | a.mkv | h264 -reserve_index_space 4000 -cues_to_front 1
        mkv with short clusters | a.mkv | h264 -cluster_time_limit 100
        mkv with small clusters | a.mkv | h264 -cluster_size_limit 2000
        mkv without checksums | a.mkv | h264 -write_crc32 0
        * mkv from 10 s on | a.mkv | h264 -output_ts_offset 10
        mkv with sound 1 s late | a.mkv | late=a h264
        mkv with pictures 1 s late | a.mkv | late=v h264
        mkv of a variable frame rate | a.mkv | h264 -vf "select='not(eq(mod(n,5),3))'" -fps_mode vfr
        mkv at 59.94 Hz | a.mkv | r=60000/1001 h264
        mkv of sound alone | a.mka | sound -c:a aac
        mkv of pictures alone | a.mkv | h264 -an
        mkv rotated | a.mkv | o=in.mp4 h264; o=in2.mp4 copy in.mp4 -metadata:s:v rotate=270; copy in2.mp4
        mkv with two sounds | a.mkv | h264 -map 0 -map 1 -map 1
        mkv with subtitles | a.mkv | captions; o=in.mp4 h264; join in.mp4 c.srt -c:s ass
        mkv with chapters | a.mkv | chapters; o=in.mp4 h264; copy in.mp4 -i c.txt -map_metadata 1
        mkv with FLAC | a.mkv | h264 -c:a flac
        mkv with Opus | a.mkv | h264 -c:a libopus
        mkv with Vorbis | a.mkv | h264 -c:a libvorbis
        mkv with PCM | a.mkv | h264 -c:a pcm_s16le
        mkv with PCM of 24 bits at 96 kHz | a.mkv | s=96000 h264 -c:a pcm_s24le
        mkv with AC-3 | a.mkv | h264 -c:a ac3
        mkv with E-AC-3 | a.mkv | h264 -c:a eac3
        mkv with DTS | a.mkv | h264 -c:a dca -strict -2
        mkv with TrueHD | a.mkv | h264 -c:a truehd -strict -2
        mkv with MP3 | a.mkv | h264 -c:a libmp3lame
        mkv with MP2 | a.mkv | h264 -c:a mp2
        mkv with TTA | a.mka | sound -c:a tta
        mkv with WavPack | a.mkv | h264 -c:a wavpack
        mkv with ALAC | a.mkv | h264 -c:a alac
        mkv with HEVC | a.mkv | hevc
        mkv with AV1 | a.mkv | av1 -c:a libopus
        mkv with VP8 | a.mkv | vp8 -c:a libvorbis
        mkv with MPEG-2 | a.mkv | mpeg2 -bf 2 -c:a ac3
        mkv with MPEG-4 | a.mkv | av -c:v mpeg4 -bf 2 -c:a libmp3lame
        mkv with MJPEG | a.mkv | av -c:v mjpeg -pix_fmt yuvj420p -c:a pcm_s16le
        mkv with FFV1 | a.mkv | av -c:v ffv1 -pix_fmt yuv422p10le -c:a flac
        mkv with HuffYUV | a.mkv | av -c:v ffvhuff -c:a flac
        mkv with Theora | a.mkv | av -c:v libtheora -c:a libvorbis
        mkv with ProRes | a.mkv | av -c:v prores_ks -c:a pcm_s24le
        webm with VP8 and Vorbis | a.webm | vp8 -c:a libvorbis
        * webm with VP9 and Opus | a.webm | vp9 -c:a libopus
        webm with AV1 and Opus | a.webm | av1 -c:a libopus
        webm without duration and cues | a.webm | vp8 -c:a libopus -live 1
        webm for DASH | a.webm | vp9 -an -dash 1
        webm through a pipe | a.webm | o=- vp8 -c:a libopus -f webm > a.webm
        webm from 3 s on | a.webm | vp8 -c:a libopus -output_ts_offset 3
        webm of sound alone | a.webm | sound -c:a libopus
        webm with alternate references | a.webm | vp9 -auto-alt-ref 1 -lag-in-frames 16 -c:a libopus
        webm with an alpha channel | a.webm | vp8 -pix_fmt yuva420p -auto-alt-ref 0 -c:a libvorbis
        ogg with Theora and Vorbis | a.ogv | av -c:v libtheora -c:a libvorbis
        ogg with Vorbis | a.ogg | sound -c:a libvorbis
        * ogg with Opus | a.opus | sound -c:a libopus
        ogg with Opus of 2.5 ms | a.opus | sound -c:a libopus -frame_duration 2.5
        ogg with FLAC | a.oga | sound -c:a flac
        ogg with Speex | a.spx | s=16000 sound -c:a libspeex
        ogg with long pages | a.ogg | sound -c:a libvorbis -page_duration 5000000
        ogg with short pages | a.ogg | sound -c:a libvorbis -page_duration 1
        flv | a.flv | h264
        * flv without duration | a.flv | h264 -flvflags no_duration_filesize
        flv with an index | a.flv | h264 -flvflags add_keyframe_index
        flv with Sorenson H.263 and MP3 | a.flv | s=44100 av -c:v flv -c:a libmp3lame
        flv with Screen Video and PCM | a.flv | s=44100 av -c:v flashsv -c:a pcm_s16le
        flv with Nellymoser | a.flv | s=44100 h264 -c:a nellymoser
        flv with Speex | a.flv | s=16000 h264 -c:a libspeex
        flv from 100 s on | a.flv | h264 -output_ts_offset 100 -copyts
        * swf | !a.swf | s=44100 av -c:v flv -c:a libmp3lame
        avi with MPEG-4 and MP3 | a.avi | av -c:v mpeg4 -c:a libmp3lame
        * avi with Xvid, B-frames and AC-3 | a.avi | av -c:v libxvid -bf 2 -c:a ac3
        avi with H.264 and AAC | a.avi | h264 -bf 0
        avi with MJPEG and PCM | a.avi | av -c:v mjpeg -pix_fmt yuvj420p -c:a pcm_s16le
        avi with MS-MPEG-4 | a.avi | av -c:v msmpeg4 -c:a adpcm_ms
        avi with uncompressed pictures | a.avi | av -c:v rawvideo -pix_fmt bgr24 -c:a pcm_u8
        avi with Cinepak | a.avi | r=5 av -vf scale=160:88 -c:v cinepak -c:a adpcm_ima_wav
        avi with UT Video | a.avi | av -c:v utvideo -c:a pcm_s24le
        asf with WMV 1 | a.asf | s=44100 av -c:v wmv1 -c:a wmav1
        wmv | a.wmv | s=44100 av -c:v wmv2 -c:a wmav2
        wma | a.wma | s=44100 sound -c:a wmav2
        mpg | a.mpg | mpeg2 -c:v mpeg1video -c:a mp2
        vcd | a.mpg | av -target pal-vcd
        svcd | a.mpg | av -target ntsc-svcd
        * dvd | a.vob | av -target pal-dvd
        vob with H.264 | a.vob | h264 -c:a ac3
        vob with PCM | a.vob | mpeg2 -c:a pcm_dvd -ac 2
        rm | !a.rm | av -vf scale=176:144 -c:v rv20 -c:a ac3
        nut | a.nut | h264
        mxf with MPEG-2 and PCM | a.mxf | mpeg2 -c:a pcm_s16le
        mxf with H.264 and PCM | a.mxf | h264 -g 1 -c:a pcm_s24le
        mxf with DNxHR | a.mxf | av -vf scale=256:144,format=yuv422p -c:v dnxhd -profile:v dnxhr_sq -c:a pcm_s16le
        gxf | !a.gxf | av -target pal-dv -c:v mpeg2video -b:v 4M -ac 1 -f gxf
        dv | a.dv | av -target pal-dv
        dv in avi | a.avi | av -target pal-dv -f avi
        wtv | !a.wtv | mpeg2 -c:a mp2
        gif | a.gif | r=10 av -an
        animated PNG | !a.apng | r=10 av -an -f apng
        ivf | a.ivf | vp9 -an
        y4m | !a.y4m | av -an -pix_fmt yuv420p
        * raw H.264 | a.h264 | h264 -an
        raw HEVC | a.hevc | hevc -an
        raw MPEG-2 | a.m2v | mpeg2 -an
        raw MPEG-4 | a.m4v | av -an -c:v mpeg4 -f m4v
        raw MJPEG | !a.mjpeg | av -an -c:v mjpeg -pix_fmt yuvj420p
        raw AV1 | !a.obu | av1 -an
        mp3 | a.mp3 | sound
        * mp3 without Xing header | a.mp3 | sound -write_xing 0 -id3v2_version 0
        mp3 with a cover | a.mp3 | o=c.png av -an -frames:v 1; o=in.mp3 sound; join in.mp3 c.png
        mp3 of a variable rate | a.mp3 | sound -q:a 2
        mp3 at 22.05 kHz | a.mp3 | s=22050 sound
        mp2 | a.mp2 | sound -c:a mp2
        adts | a.aac | sound
        adts at 22.05 kHz | a.aac | s=22050 sound
        loas | !a.loas | sound -c:a aac -f latm
        ac3 | a.ac3 | sound
        eac3 in 5.1 | a.eac3 | sound -ac 6
        dts | a.dts | sound -c:a dca -strict -2
        truehd | !a.thd | sound -c:a truehd -strict -2
        flac | a.flac | sound
        * flac through a pipe | a.flac | o=- sound -f flac > a.flac
        flac of 24 bits at 96 kHz | a.flac | s=96000 sound -sample_fmt s32
        wav | a.wav | sound
        * wav through a pipe | a.wav | o=- sound -f wav > a.wav
        wav of 64 bits | a.wav | sound -rf64 always
        wav of floats in 5.1 | a.wav | sound -c:a pcm_f32le -ac 6
        wav with IMA ADPCM | a.wav | sound -c:a adpcm_ima_wav
        wav with A-law at 8 kHz | a.wav | s=8000 sound -c:a pcm_alaw
        wav with GSM | a.wav | s=8000 sound -c:a libgsm_ms
        wave64 | a.w64 | sound
        aiff | a.aiff | sound
        au | a.au | sound
        caf with ALAC | a.caf | sound -c:a alac
        caf with PCM | a.caf | sound -c:a pcm_s24le
        voc | !a.voc | sound
        tta | a.tta | sound
        wv | a.wv | sound
        aptx | !a.aptx | sound -ac 2
        sbc | !a.sbc | s=44100 sound -ac 2 -b:a 128k
        adx | !a.adx | sound
        """#)
}
