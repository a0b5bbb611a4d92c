extension Producer {
    /// The shell functions that the commands of recipes use: `$o` is the file to write, `r` the frame rate, `s` the sample rate, and `late`
    /// delays the pictures (`v`) or the sound (`a`) by a second.
    static let functions = #"""
        export LC_ALL=C.UTF-8
        # 3 s of pictures and a tone, encoded with the options that are given.
        av() {
            local v=() a=()
            [[ ${late-} == v ]] && v=(-itsoffset 1)
            [[ ${late-} == a ]] && a=(-itsoffset 1)
            ffmpeg -v error -nostdin -y "${v[@]}" -f lavfi -i "testsrc2=s=160x${h:-90}:r=${r:-25}:d=3" "${a[@]}" -f lavfi -i "sine=r=${s:-48000}:d=3" \
                -threads 1 "$@" "$o"
        }
        x264=(-c:v libx264 -preset veryfast -g 25 -pix_fmt yuv420p)
        h264() { av "${x264[@]}" -c:a aac "$@"; }
        sound() { av -vn "$@"; }
        hevc() { av -c:a aac -c:v libx265 -preset ultrafast -g 25 -x265-params log-level=none:pools=none:frame-threads=1 -pix_fmt yuv420p "$@"; }
        mpeg2() { av -c:a aac -c:v mpeg2video -g 12 "$@"; }
        vp8() { av -c:v libvpx -deadline good -cpu-used 5 -g 25 "$@"; }
        vp9() { av -c:v libvpx-vp9 -deadline good -cpu-used 8 -g 25 "$@"; }
        av1() { av -c:v libsvtav1 -preset 12 -svtav1-params lp=1 -g 25 "$@"; }
        hls() { h264 -f hls -hls_time 1 -hls_list_size 0 "$@"; }
        fmp4() { hls -hls_segment_type fmp4 "$@"; }
        # Multiplexes the streams of one or several files again.
        copy() { ffmpeg -v error -nostdin -y -i "$1" -c copy "${@:2}" "$o"; }
        join() { ffmpeg -v error -nostdin -y -i "$1" -i "$2" -map 0 -map 1 -c copy "${@:3}" "$o"; }
        hlscopy() { copy "$1" -f hls -hls_time 1 -hls_list_size 0 "${@:2}"; }
        fmp4copy() { hlscopy "$1" -strict -2 -hls_segment_type fmp4 "${@:2}"; }
        segments() { o=s%d.$1 h264 -f segment -segment_time 1 -segment_list i.m3u8 "${@:2}"; }
        captions() { printf '1\n00:00:00,500 --> 00:00:01,500\nOne\n\n2\n00:00:02,000 --> 00:00:02,500\nTwo\n' > c.srt; }
        chapters() { printf ';FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=0\nEND=1\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1\nSTART=1\nEND=3\ntitle=Two\n' > c.txt; }
        key() { head -c 16 /dev/zero > k.bin; printf 'k.bin\nk.bin\n' > k.txt; }
        # 3 s of GStreamer's sources through the encoders `v` and `a`, which may be empty, and a multiplexer with its properties.
        x264enc="x264enc speed-preset=ultrafast key-int-max=25"
        sources() {
            local video="${v-$x264enc ! h264parse}" sound="${a-avenc_aac ! aacparse}"
            [[ -z $video ]] || echo "videotestsrc pattern=ball num-buffers=75 ! video/x-raw,width=160,height=96,framerate=${r:-25/1} ! videoconvert ! $video ! queue ! $1"
            [[ -z $sound ]] || echo "audiotestsrc samplesperbuffer=1024 num-buffers=$((${s:-48000} * 3 / 1024)) ! audio/x-raw,rate=${s:-48000},channels=${c:-1} ! audioconvert ! $sound ! queue ! $2"
        }
        # Some pipelines of GStreamer 1.22 sometimes never end, and ignore SIGTERM.
        launch() {
            for _ in 1 2 3 4; do
                timeout -k 1 10 gst-launch-1.0 -q "$@" && return
                rm -f s*.ts i.m3u8
            done
            return 1
        }
        gst() { launch "$@" name=m ! ${sink:-filesink location=$o} $(sources m. m.); }
        hlssink() { sink="hlssink location=s%05d.ts playlist-location=i.m3u8 target-duration=1 playlist-length=0 max-files=99" gst mpegtsmux; }
        hlssink2() { launch hlssink2 name=m location=s%05d.ts playlist-location=i.m3u8 playlist-length=0 max-files=99 target-duration=1 "$@" $(sources m.video m.audio); }
        merge() { mkvmerge -q -o "$o" "$@"; }
        # Runs a command that refuses to run as root in a folder that everybody can write, with the input, and fetches what it wrote.
        aside() {
            local as=() folder
            folder=$(mktemp -d)
            cp in.* "$folder"
            chmod -R a+rwX "$folder"
            if ((EUID == 0)); then as=(runuser -u nobody --); fi
            (cd "$folder" && HOME=$folder timeout -k 1 20 "${as[@]}" "$@") > log 2>&1 || true
            cp -r "$folder"/. .
            rm -rf "$folder"
        }
        vlc() { aside cvlc -q --no-loop --play-and-exit "$(echo in.*)" --sout "#std{access=${access:-file},$1}" vlc://quit; }
        vlchls() { access="livehttp{seglen=1,delsegs=false,numsegs=0,index=i.m3u8,index-url=s########.ts}" vlc "mux=ts{use-key-frames},dst=s########.ts"; }
        # Shaka Packager, with each stream in a list of its own.
        shaka() {
            packager -quiet "in=in.mp4,stream=video,init_segment=vi.mp4,segment_template=v\$Number\$.m4s,playlist_name=v.m3u8" \
                "in=in.mp4,stream=audio,init_segment=ai.mp4,segment_template=a\$Number\$.m4s,playlist_name=a.m3u8,hls_group_id=a" \
                --segment_duration 1 --hls_master_playlist_output m.m3u8 "$@"
        }
        shakafiles() {
            packager -quiet in=in.mp4,stream=video,output=v.mp4,playlist_name=v.m3u8 \
                in=in.mp4,stream=audio,output=a.mp4,playlist_name=a.m3u8,hls_group_id=a --segment_duration 1 --hls_master_playlist_output m.m3u8
        }
        shakats() {
            packager -quiet "in=in.mp4,stream=video,segment_template=v\$Number\$.ts,playlist_name=v.m3u8" \
                "in=in.mp4,stream=audio,segment_template=a\$Number\$.${ext:-ts},playlist_name=a.m3u8,hls_group_id=a" \
                --segment_duration 1 --hls_master_playlist_output m.m3u8 "$@"
        }
        key=00000000000000000000000000000000
        shakakeys="--enable_raw_key_encryption --keys label=:key_id=$key:key=$key --clear_lead 0 --hls_key_uri k.bin"
        # Publishes to nginx's RTMP module what an encoder makes.
        nginx() {
            local folder=$PWD port=$((20000 + RANDOM % 20000))
            mkdir -p h
            cat > n.conf <<X
        load_module /usr/lib/nginx/modules/ngx_rtmp_module.so;
        $( ((EUID == 0)) && echo 'user root;') worker_processes 1; daemon off; error_log $folder/log; pid $folder/pid;
        events { }
        rtmp { server { listen 127.0.0.1:$port; application a {
            live on; hls on; hls_path $folder/h; hls_fragment 1s; hls_playlist_length 60s; hls_cleanup off; record all; record_path $folder/h; record_unique off;
        } } }
        X
            command nginx -c "$folder/n.conf" & local server=$!
            until (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do sleep 0.1; done
            o=in.flv "$@"
            ffmpeg -v error -nostdin -re -i in.flv -c copy -f flv "rtmp://127.0.0.1:$port/a/i" || true
            sleep 1
            kill $server; wait $server || true
            if [[ -f h/i.m3u8 ]]; then cp h/*.ts .; cp h/i.m3u8 .; echo '#EXT-X-ENDLIST' >> i.m3u8; fi
            cp h/*.flv r.flv
        }
        raw() { o=r.y4m av -an -pix_fmt yuv420p; }
        handbrake() { o=in.mp4 h264; HandBrakeCLI -i in.mp4 -o "$o" "$@" > log 2>&1; }
        # 3 s of a canvas and an oscillator through MediaRecorder, which a page sends to its server.
        record() {
            cat > p.html <<X
        <canvas id=c width=160 height=90></canvas><script>
        const type = '$1', tracks = [], parts = [], audio = new AudioContext(), tone = audio.createOscillator()
        if (type.startsWith('video')) {
            const canvas = c.getContext('2d')
            let n = 0
            setInterval(() => { canvas.fillStyle = 'hsl(' + (n += 9) + ',90%,50%)'; canvas.fillRect(0, 0, 160, 90) }, 40)
            tracks.push(...c.captureStream(25).getTracks())
        }
        const out = audio.createMediaStreamDestination()
        tone.connect(out)
        tone.start()
        tracks.push(...out.stream.getTracks())
        const recorder = new MediaRecorder(new MediaStream(tracks), { mimeType: type })
        recorder.ondataavailable = event => parts.push(event.data)
        recorder.onstop = () => fetch('/', { method: 'POST', body: new Blob(parts) })
        recorder.start(500)
        setTimeout(() => recorder.stop(), 3000)
        </script>
        X
            cat > serve.py <<X
        import http.server
        class Handler(http.server.SimpleHTTPRequestHandler):
            def do_POST(self):
                open('$o', 'wb').write(self.rfile.read(int(self.headers['Content-Length'])))
                self.send_response(204)
                self.end_headers()
                self.server.done = True
        server = http.server.HTTPServer(('127.0.0.1', 0), Handler)
        server.done = False
        print(server.server_port, flush=True)
        while not server.done: server.handle_request()
        X
            local server browser
            timeout -k 1 30 python3 serve.py > port 2> log & server=$!
            until [[ -s port ]]; do sleep 0.1; done
            chromium --headless=new --no-sandbox --disable-gpu --autoplay-policy=no-user-gesture-required --user-data-dir="$PWD/u" \
                "http://127.0.0.1:$(< port)/p.html" > /dev/null 2>&1 & browser=$!
            wait $server || true
            kill $browser
            wait $browser || true
            rm -rf u
            [[ -s $o ]]
        }
        # What a listener of a station of Icecast receives.
        station() {
            local port=$((20000 + RANDOM % 20000)) type=$1 source
            o=in.bin "${@:2}"
            cat > in.xml <<X
        <icecast><limits><sources>2</sources></limits><authentication><source-password>p</source-password></authentication>
        <hostname>localhost</hostname><listen-socket><port>$port</port><bind-address>127.0.0.1</bind-address></listen-socket>
        <paths><basedir>.</basedir><logdir>.</logdir><webroot>.</webroot><adminroot>.</adminroot></paths></icecast>
        X
            aside icecast2 -c in.xml &
            until (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; do sleep 0.1; done
            ffmpeg -v error -nostdin -re -i in.bin -c copy -content_type "$type" "${@:$#-1}" "icecast://source:p@127.0.0.1:$port/s" & source=$!
            until listen "$port" > "$o" 2> /dev/null; do sleep 0.1; done
            wait $source
        }
        listen() { python3 -c 'import sys, urllib.request as u; sys.stdout.buffer.write(u.urlopen(sys.argv[1]).read())' "http://127.0.0.1:$1/s"; }
        # 3 s through Liquidsoap.
        soap() {
            mkdir -p h
            cat > s.liq <<X
        set("init.allow_root", true)
        set("log.file", false)
        s = once(single("in.wav"))
        clock.assign_new(sync="none", [s])
        $1
        X
            o=in.wav sound -ac 2
            timeout -k 1 30 liquidsoap s.liq > log 2>&1 || [[ -s $o || -s h/$o ]]
        }
        """#
}
