extension Producer {
    /// Multiplexers and HLS sinks of GStreamer.
    static let gStreamer = Producer(
        "gst-launch-1.0",
        #"""
        * ts | a.ts | gst mpegtsmux
        ts with aligned packets | a.ts | gst mpegtsmux alignment=7
        ts at a constant rate | a.ts | gst mpegtsmux bitrate=1000000
        ts with frequent PCR | a.ts | gst mpegtsmux pcr-interval=900
        ts with rare tables | a.ts | gst mpegtsmux pat-interval=900000 pmt-interval=900000
        m2ts | a.m2ts | gst mpegtsmux m2ts-mode=true
        ts with B-frames | a.ts | v="$x264enc bframes=2 ! h264parse" gst mpegtsmux
        ts with intra refresh | a.ts | v="$x264enc intra-refresh=true ! h264parse" gst mpegtsmux
        ts with raw AAC | a.ts | a="avenc_aac ! aacparse ! audio/mpeg,stream-format=raw" gst mpegtsmux
        ts with MP2 | a.ts | a="avenc_mp2 ! mpegaudioparse" gst mpegtsmux
        ts with MP3 | a.ts | a="lamemp3enc ! mpegaudioparse" gst mpegtsmux
        * ts with AC-3 | a.ts | a="avenc_ac3 ! ac3parse" gst mpegtsmux
        ts with Opus | a.ts | a="opusenc ! opusparse" gst mpegtsmux
        ts with HEVC | a.ts | v="x265enc speed-preset=ultrafast key-int-max=25 ! h265parse" gst mpegtsmux
        ts with MPEG-2 | a.ts | v="mpeg2enc ! mpegvideoparse" a="avenc_mp2 ! mpegaudioparse" gst mpegtsmux
        ts of pictures alone | a.ts | a= gst mpegtsmux
        ts of sound alone | a.ts | v= gst mpegtsmux
        ts at 29.97 Hz and 44.1 kHz | a.ts | r=30000/1001 s=44100 gst mpegtsmux
        * hlssink2 | i.m3u8 | hlssink2
        hlssink2 with B-frames | i.m3u8 | v="$x264enc bframes=2 ! h264parse" hlssink2
        hlssink2 in stereo at 44.1 kHz | i.m3u8 | s=44100 c=2 hlssink2
        hlssink2 at 29.97 Hz | i.m3u8 | r=30000/1001 hlssink2
        hlssink2 with intra refresh | i.m3u8 | v="$x264enc intra-refresh=true ! h264parse" hlssink2 send-keyframe-requests=false
        hlssink2 with long segments | i.m3u8 | hlssink2 target-duration=10
        hlssink2 with HEVC | i.m3u8 | v="x265enc speed-preset=ultrafast key-int-max=25 ! h265parse" hlssink2
        * hlssink2 of sound alone | i.m3u8 | v= hlssink2
        hlssink | i.m3u8 | hlssink
        * hlssink with B-frames | i.m3u8 | v="$x264enc bframes=2 ! h264parse" hlssink
        hlssink with MP3 | i.m3u8 | a="lamemp3enc ! mpegaudioparse" hlssink
        hlssink with MP2 | i.m3u8 | a="avenc_mp2 ! mpegaudioparse" hlssink
        hlssink with AC-3 | i.m3u8 | a="avenc_ac3 ! ac3parse" hlssink
        hlssink with MPEG-2 and MP2 | i.m3u8 | v="mpeg2enc ! mpegvideoparse" a="avenc_mp2 ! mpegaudioparse" hlssink
        hlssink with HEVC | i.m3u8 | v="x265enc speed-preset=ultrafast key-int-max=25 ! h265parse" hlssink
        hlssink of sound alone | i.m3u8 | v= hlssink
        hlssink of pictures alone | i.m3u8 | a= hlssink
        mp4 | a.mp4 | gst mp4mux
        mp4 with the index first | a.mp4 | gst mp4mux faststart=true
        * mp4 with fragments | a.mp4 | gst mp4mux fragment-duration=1000
        mp4 with short fragments | a.mp4 | gst mp4mux fragment-duration=100
        mp4 with fragments to stream | a.mp4 | gst mp4mux fragment-duration=1000 streamable=true
        mp4 with fragments and an index | a.mp4 | gst mp4mux fragment-duration=1000 fragment-mode=first-moov-then-finalise
        mp4 with B-frames | a.mp4 | v="$x264enc bframes=2 ! h264parse" gst mp4mux
        mp4 fragments with B-frames | a.mp4 | v="$x264enc bframes=2 ! h264parse" gst mp4mux fragment-duration=1000
        mp4 interleaved by 2 s | a.mp4 | gst mp4mux interleave-time=2000000000
        mp4 with another timescale | a.mp4 | gst mp4mux movie-timescale=600 trak-timescale=12345
        mp4 with reserved space | a.mp4 | gst mp4mux reserved-max-duration=10000000000 reserved-moov-update-period=1000000000
        mp4 with parameter sets in samples | a.mp4 | v="$x264enc ! h264parse config-interval=-1 ! video/x-h264,stream-format=avc3" gst mp4mux
        mp4 with HEVC | a.mp4 | v="x265enc speed-preset=ultrafast key-int-max=25 ! h265parse" gst mp4mux
        mp4 with AV1 and Opus | a.mp4 | v="av1enc cpu-used=8 usage-profile=realtime ! av1parse" a="opusenc" gst mp4mux
        mp4 with VP9 | a.mp4 | v="vp9enc deadline=1 cpu-used=8 ! vp9parse" gst mp4mux
        mp4 with MP3 | a.mp4 | a="lamemp3enc ! mpegaudioparse" gst mp4mux
        mp4 with AC-3 | a.mp4 | a="avenc_ac3 ! ac3parse" gst mp4mux
        mp4 of pictures alone | a.mp4 | a= gst mp4mux
        mp4 of sound alone | a.m4a | v= gst mp4mux
        mp4 at 29.97 Hz and 44.1 kHz | a.mp4 | r=30000/1001 s=44100 gst mp4mux
        mov with PCM | a.mov | a=audioconvert gst qtmux
        mov with MJPEG | a.mov | v=jpegenc gst qtmux
        3gp | a.3gp | gst 3gppmux
        ism | a.ism | gst ismlmux fragment-duration=1000
        mkv | a.mkv | gst matroskamux
        * mkv to stream | a.mkv | gst matroskamux streamable=true
        mkv with short clusters | a.mkv | gst matroskamux max-cluster-duration=100000000 min-cluster-duration=0
        mkv with B-frames | a.mkv | v="$x264enc bframes=2 ! h264parse" gst matroskamux
        mkv with HEVC | a.mkv | v="x265enc speed-preset=ultrafast key-int-max=25 ! h265parse" gst matroskamux
        mkv with FLAC | a.mkv | a=flacenc gst matroskamux
        mkv with PCM | a.mkv | a=audioconvert gst matroskamux
        mkv with MP3 | a.mkv | a="lamemp3enc ! mpegaudioparse" gst matroskamux
        mkv with AC-3 | a.mkv | a="avenc_ac3 ! ac3parse" gst matroskamux
        mkv with MJPEG | a.mkv | v=jpegenc gst matroskamux
        mkv with Theora and Vorbis | a.mkv | v=theoraenc a=vorbisenc gst matroskamux
        * webm with VP8 and Vorbis | a.webm | v="vp8enc deadline=1 cpu-used=8" a=vorbisenc gst webmmux
        webm with VP9 and Opus | a.webm | v="vp9enc deadline=1 cpu-used=8" a=opusenc gst webmmux
        webm with AV1 and Opus | a.webm | v="av1enc cpu-used=8 usage-profile=realtime ! av1parse" a=opusenc gst webmmux
        webm to stream | a.webm | v="vp8enc deadline=1 cpu-used=8" a=opusenc gst webmmux streamable=true
        webm of sound alone | a.webm | v= a=opusenc gst webmmux
        * ogg with Theora and Vorbis | a.ogv | v=theoraenc a=vorbisenc gst oggmux
        ogg with Vorbis | a.ogg | v= a=vorbisenc gst oggmux
        ogg with Opus | a.opus | v= a=opusenc gst oggmux
        ogg with FLAC | a.oga | v= a=flacenc gst oggmux
        ogg with Speex | a.spx | v= s=16000 a=speexenc gst oggmux
        ogg with a skeleton | a.ogv | v=theoraenc a=vorbisenc gst oggmux skeleton=true
        * flv | a.flv | gst flvmux
        flv to stream | a.flv | gst flvmux streamable=true
        flv with MP3 | a.flv | s=44100 a="lamemp3enc ! mpegaudioparse" gst flvmux
        flv with Sorenson H.263 | a.flv | v=avenc_flv gst flvmux
        * avi with H.264 and MP3 | a.avi | a="lamemp3enc ! mpegaudioparse" gst avimux
        avi with MPEG-4 and PCM | a.avi | v=avenc_mpeg4 a=audioconvert gst avimux
        avi with MJPEG and AC-3 | a.avi | v=jpegenc a="avenc_ac3 ! ac3parse" gst avimux
        mpg | a.mpg | v="mpeg2enc ! mpegvideoparse" a="avenc_mp2 ! mpegaudioparse" gst mpegpsmux
        mpg with H.264 | a.mpg | gst mpegpsmux
        wav | a.wav | v= a=audioconvert gst wavenc
        flac | a.flac | v= a=flacenc gst identity
        mp3 with tags | a.mp3 | v= a="lamemp3enc ! taginject tags=title=T ! mpegaudioparse" gst id3v2mux
        mp3 with a Xing header | a.mp3 | v= a="lamemp3enc target=quality ! mpegaudioparse" gst xingmux
        adts | a.aac | v= a="avenc_aac ! aacparse ! audio/mpeg,stream-format=adts" gst identity
        """#)
}
