extension Producer {
    /// MPEG-2 transport streams of FFmpeg.
    static let transport = Producer(
        "ffmpeg",
        #"""
        ts | a.ts | h264
        * ts without mux delay | a.ts | h264 -muxdelay 0 -muxpreload 0
        ts with one sound frame a PES | a.ts | h264 -pes_payload_size 0
        * ts with one sound frame a PES without mux delay | a.ts | h264 -pes_payload_size 0 -muxdelay 0 -muxpreload 0
        ts with large PES | a.ts | h264 -pes_payload_size 20000
        ts without B-frames | a.ts | h264 -bf 0
        ts with pyramids of B-frames | a.ts | h264 -bf 4 -x264-params b-pyramid=normal:b-adapt=0
        * ts with intra refresh | a.ts | h264 -intra-refresh 1 -bf 0
        ts with one key frame | a.ts | h264 -g 1000
        ts with key frames alone | a.ts | h264 -g 1
        ts with open GOPs | a.ts | h264 -x264-params open-gop=1
        ts with slices | a.ts | h264 -slices 4
        ts with its own timestamps | a.ts | h264 -output_ts_offset 1000 -copyts
        * ts before the wrap of timestamps | a.ts | h264 -output_ts_offset 95442
        ts at the wrap of 32 bits | a.ts | h264 -output_ts_offset 47720.5
        ts at a constant rate | a.ts | h264 -muxrate 1M
        ts at a constant rate without mux delay | a.ts | h264 -muxrate 1M -muxdelay 0 -muxpreload 0
        * ts with LATM | a.ts | h264 -mpegts_flags latm
        ts with LATM and one frame a PES | a.ts | h264 -mpegts_flags latm -pes_payload_size 0
        ts with frequent headers | a.ts | h264 -mpegts_flags resend_headers -pat_period 0.02
        ts with rare headers | a.ts | h264 -pat_period 10 -sdt_period 10
        ts marked as discontinuous | a.ts | h264 -mpegts_flags initial_discontinuity
        ts with lengths of video PES | a.ts | h264 -omit_video_pes_length 0
        ts with the tables of system B | a.ts | h264 -mpegts_flags system_b
        ts with PCR packets | a.ts | h264 -mpegts_flags pat_pmt_at_frames -pcr_period 20
        ts with other identifiers | a.ts | h264 -mpegts_start_pid 0x1f00 -mpegts_pmt_start_pid 0x1e00 -mpegts_service_id 77
        m2ts | a.m2ts | h264 -mpegts_m2ts_mode 1
        ts at 29.97 Hz | a.ts | r=30000/1001 h264
        ts at 59.94 Hz | a.ts | r=60000/1001 h264
        ts at 24 Hz and 44.1 kHz | a.ts | r=24 s=44100 h264
        ts at 15 Hz and 22.05 kHz | a.ts | r=15 s=22050 h264
        ts at 10 Hz and 8 kHz | a.ts | r=10 s=8000 h264
        ts of a variable frame rate | a.ts | h264 -vf "select='not(eq(mod(n,5),3))'" -fps_mode vfr
        ts of pictures alone | a.ts | h264 -an
        ts of sound alone | a.ts | sound -c:a aac
        ts of sound alone, LATM | a.ts | sound -c:a aac -mpegts_flags latm
        ts in stereo | a.ts | h264 -ac 2
        ts in 5.1 | a.ts | h264 -ac 6
        ts with MP2 | a.ts | h264 -c:a mp2
        ts with MP2 and one frame a PES | a.ts | h264 -c:a mp2 -pes_payload_size 0
        ts with MP3 | a.ts | h264 -c:a libmp3lame
        * ts with AC-3 | a.ts | h264 -c:a ac3
        ts with AC-3 and one frame a PES | a.ts | h264 -c:a ac3 -pes_payload_size 0
        ts with AC-3 in 5.1 | a.ts | h264 -c:a ac3 -ac 6
        ts with E-AC-3 | a.ts | h264 -c:a eac3
        ts with DTS | a.ts | h264 -c:a dca -strict -2 -ac 6
        ts with Opus | a.ts | h264 -c:a libopus
        ts with Opus of 60 ms | a.ts | h264 -c:a libopus -frame_duration 60
        ts with SMPTE 302M | a.ts | h264 -c:a s302m -strict -2 -ac 2
        ts with PCM of Blu-ray | a.m2ts | h264 -c:a pcm_bluray -ac 2 -mpegts_m2ts_mode 1
        ts with two sounds | a.ts | h264 -map 0 -map 1 -map 1
        ts with two sounds of different codecs | a.ts | h264 -map 0 -map 1 -map 1 -c:a:1 ac3
        ts with sound first | a.ts | h264 -map 1 -map 0
        ts with two programs | a.ts | h264 -map 0 -map 1 -map 1 -program st=0:st=1 -program st=2
        * ts with HEVC | a.ts | hevc
        ts with HEVC without B-frames | a.ts | hevc -x265-params log-level=none:bframes=0
        ts with HEVC of 10 bits | a.ts | hevc -pix_fmt yuv420p10le
        ts with MPEG-2 | a.ts | mpeg2
        * ts with MPEG-2 and MP2 | a.ts | mpeg2 -c:a mp2
        ts with MPEG-2 and B-frames | a.ts | mpeg2 -bf 2 -c:a ac3
        ts with MPEG-1 | a.ts | mpeg2 -c:v mpeg1video -c:a mp2
        ts with MPEG-4 | a.ts | av -c:v mpeg4 -c:a aac
        ts with fields of H.264 | a.ts | h=96 h264 -flags +ildct+ilme -x264opts tff=1
        ts with fields of MPEG-2 | a.ts | h=96 mpeg2 -flags +ildct+ilme -top 1
        * ts with sound 1 s late | a.ts | late=a h264
        ts with pictures 1 s late | a.ts | late=v h264
        ts with sound of 1 s | a.ts | h264 -af atrim=0:1
        ts with pictures of 1 s | a.ts | h264 -vf trim=0:1
        * ts cut in a GOP | a.ts | o=in.ts h264 -g 75; tail -c +30081 in.ts > a.ts
        ts cut in a packet | a.ts | o=in.ts h264; head -c 60001 in.ts > a.ts
        ts with rubbish first | a.ts | o=in.ts h264; (head -c 100 /usr/bin/env; cat in.ts) > a.ts
        ts interleaved late | a.ts | h264 -max_interleave_delta 0 -max_muxing_queue_size 4000
        ts remultiplexed from flv | a.ts | o=in.flv h264; copy in.flv
        ts remultiplexed from mkv | a.ts | o=in.mkv h264; copy in.mkv
        ts without access unit delimiters | a.ts | o=in.mp4 h264; copy in.mp4 -bsf:v h264_mp4toannexb,h264_metadata=aud=remove
        """#)
}
