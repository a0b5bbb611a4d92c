extension Producer {
    /// HLS of FFmpeg.
    static let hls = Producer(
        "ffmpeg",
        #"""
        hls | i.m3u8 | hls
        hls without mux delay | i.m3u8 | hls -muxdelay 0 -muxpreload 0
        hls with one sound frame a PES | i.m3u8 | hls -hls_segment_options pes_payload_size=0
        * hls with one sound frame a PES without B-frames | i.m3u8 | hls -bf 0 -hls_segment_options pes_payload_size=0 -muxdelay 0
        * hls cut by time | i.m3u8 | hls -g 40 -hls_flags split_by_time
        hls cut by time without mux delay | i.m3u8 | hls -g 40 -hls_flags split_by_time -muxdelay 0
        hls with intra refresh | i.m3u8 | hls -bf 0 -intra-refresh 1 -hls_flags split_by_time
        hls with open GOPs | i.m3u8 | hls -x264-params open-gop=1:keyint=25:min-keyint=25:scenecut=0
        * hls with LATM | i.m3u8 | hls -hls_segment_options mpegts_flags=latm
        hls at a constant rate | i.m3u8 | hls -hls_segment_options muxrate=1000000
        hls with its own timestamps | i.m3u8 | hls -output_ts_offset 1000
        hls across the wrap of timestamps | i.m3u8 | hls -output_ts_offset 95442
        hls with frequent headers | i.m3u8 | hls -hls_segment_options mpegts_flags=resend_headers
        hls with rounded durations | i.m3u8 | r=30000/1001 hls -g 30 -hls_flags round_durations -hls_time 1.3
        hls with dates | i.m3u8 | hls -hls_flags program_date_time+independent_segments
        hls with a discontinuity at the start | i.m3u8 | hls -hls_flags discont_start
        hls in one file | i.m3u8 | hls -hls_flags single_file
        hls numbered from 1000 on | i.m3u8 | hls -start_number 1000
        hls as an event | i.m3u8 | hls -hls_playlist_type event
        hls appended | i.m3u8 | hls; hls -hls_flags append_list
        hls of one segment | i.m3u8 | hls -hls_time 10
        * hls of segments of a picture | i.m3u8 | hls -g 1 -hls_time 0.04 -t 1
        hls of short segments | i.m3u8 | hls -g 5 -hls_time 0.2
        hls with a short first segment | i.m3u8 | hls -g 5 -hls_init_time 0.2
        hls of a variable frame rate | i.m3u8 | hls -vf "select='not(eq(mod(n,5),3))'" -fps_mode vfr -force_key_frames "expr:gte(t,n_forced)"
        hls at 29.97 Hz | i.m3u8 | r=30000/1001 hls -g 30
        hls at 59.94 Hz and 44.1 kHz | i.m3u8 | r=60000/1001 s=44100 hls -g 60
        hls of sound alone | i.m3u8 | hls -vn
        hls of pictures alone | i.m3u8 | hls -an
        * hls with sound 1 s late | i.m3u8 | late=a hls
        hls with pictures 1 s late | i.m3u8 | late=v hls
        hls with sound of 1 s | i.m3u8 | hls -af atrim=0:1
        hls with pictures of 1 s | i.m3u8 | hls -vf trim=0:1
        hls with two sounds | i.m3u8 | hls -map 0 -map 1 -map 1
        hls with MP2 | i.m3u8 | hls -c:a mp2
        hls with MP3 | i.m3u8 | hls -c:a libmp3lame
        hls with AC-3 | i.m3u8 | hls -c:a ac3
        hls with E-AC-3 in 5.1 | i.m3u8 | hls -c:a eac3 -ac 6
        hls with Opus | i.m3u8 | hls -c:a libopus
        hls with HEVC | i.m3u8 | o=in.mp4 hevc; hlscopy in.mp4
        hls with MPEG-2 and MP2 | i.m3u8 | o=in.ts mpeg2 -c:a mp2; hlscopy in.ts
        hls with MPEG-2, B-frames and AC-3 | i.m3u8 | o=in.ts mpeg2 -bf 2 -c:a ac3; hlscopy in.ts
        hls with MPEG-4 | i.m3u8 | o=in.ts av -c:v mpeg4 -g 25 -c:a aac; hlscopy in.ts
        hls with fields | i.m3u8 | h=96 hls -flags +ildct+ilme -x264opts tff=1
        hls of a remultiplexed flv | i.m3u8 | o=in.flv h264; hlscopy in.flv
        * hls encrypted | i.m3u8 | key; hls -hls_key_info_file k.txt
        hls encrypted, with new keys | i.m3u8 | key; hls -hls_key_info_file k.txt -hls_flags periodic_rekey
        hls with variants | m.m3u8 | o=%v.m3u8; hls -map 0:v -map 1:a -map 0:v -map 1:a -var_stream_map "v:0,a:0 v:1,a:1" -master_pl_name m.m3u8
        hls with a sound rendition | m.m3u8 | o=%v.m3u8; hls -var_stream_map "v:0,agroup:x a:0,agroup:x" -master_pl_name m.m3u8
        hls with captions | m.m3u8 | captions; o=in.mkv h264; o=x.mkv join in.mkv c.srt; o=%v.m3u8; copy x.mkv -map 0 "${x264[@]}" -b:v 90k -c:a aac -b:a 64k -c:s webvtt -f hls -hls_time 1 -var_stream_map "v:0,a:0,s:0,sgroup:s" -master_pl_name m.m3u8
        fmp4 hls | i.m3u8 | fmp4
        fmp4 hls without B-frames | i.m3u8 | fmp4 -bf 0
        fmp4 hls in one file | i.m3u8 | fmp4 -hls_flags single_file
        fmp4 hls cut by time | i.m3u8 | fmp4 -g 40 -hls_flags split_by_time
        fmp4 hls with open GOPs | i.m3u8 | fmp4 -x264-params open-gop=1:keyint=25:min-keyint=25:scenecut=0
        * fmp4 hls with a fragment a frame | i.m3u8 | fmp4 -hls_segment_options movflags=+frag_every_frame; cat init.mp4 i?.m4s > truth.mp4
        fmp4 hls with negative offsets | i.m3u8 | fmp4 -hls_segment_options movflags=+negative_cts_offsets
        fmp4 hls with an odd timescale | i.m3u8 | fmp4 -hls_segment_options video_track_timescale=12345
        fmp4 hls with its own timestamps | i.m3u8 | fmp4 -output_ts_offset 1000
        fmp4 hls at 29.97 Hz and 44.1 kHz | i.m3u8 | r=30000/1001 s=44100 fmp4 -g 30
        fmp4 hls of sound alone | i.m3u8 | fmp4 -vn
        fmp4 hls of pictures alone | i.m3u8 | fmp4 -an
        fmp4 hls with sound 1 s late | i.m3u8 | late=a fmp4
        * fmp4 hls with pictures 1 s late | i.m3u8 | late=v fmp4
        fmp4 hls with pictures of 1 s | i.m3u8 | fmp4 -vf trim=0:1
        fmp4 hls with parameter sets in samples | i.m3u8 | fmp4 -tag:v avc3 -x264-params repeat-headers=1
        fmp4 hls with HEVC | i.m3u8 | o=in.mp4 hevc; fmp4copy in.mp4 -tag:v hvc1
        fmp4 hls with AV1 and Opus | i.m3u8 | o=in.mp4 av1 -c:a libopus; fmp4copy in.mp4
        fmp4 hls with VP9 and Opus | i.m3u8 | o=in.mp4 vp9 -c:a libopus; fmp4copy in.mp4
        fmp4 hls with AC-3 | i.m3u8 | fmp4 -c:a ac3
        fmp4 hls with FLAC | i.m3u8 | fmp4 -c:a flac -strict -2
        fmp4 hls with MP3 | i.m3u8 | fmp4 -c:a libmp3lame
        * fmp4 hls with a sound rendition | m.m3u8 | o=%v.m3u8; fmp4 -var_stream_map "v:0,agroup:x a:0,agroup:x" -master_pl_name m.m3u8
        hls of the segment muxer | i.m3u8 | segments ts
        hls of the segment muxer with reset timestamps | i.m3u8 | segments ts -reset_timestamps 1
        hls of the segment muxer without initial offsets | i.m3u8 | segments ts -initial_offset 5
        * hls of packed AAC | i.m3u8 | segments aac -vn
        hls of packed MP3 | i.m3u8 | segments mp3 -vn -c:a libmp3lame -segment_format_options write_xing=0
        hls of packed AC-3 | i.m3u8 | segments ac3 -vn -c:a ac3
        hls of the DASH muxer | master.m3u8 | o=d.mpd h264 -f dash -seg_duration 1 -hls_playlist 1
        hls of the DASH muxer in one file | master.m3u8 | o=d.mpd h264 -f dash -seg_duration 1 -hls_playlist 1 -single_file 1
        * low-latency hls of the DASH muxer | master.m3u8 | o=d.mpd h264 -f dash -seg_duration 1 -hls_playlist 1 -ldash 1 -streaming 1 -frag_type every_frame
        """#)
}
