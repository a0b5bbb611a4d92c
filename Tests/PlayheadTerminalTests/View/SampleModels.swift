import PlayheadCore
import PlayheadTerminal

extension LiveViewModel {
    /// A playing stream.
    static var sample: LiveViewModel {
        var model = LiveViewModel()
        model.title = "Sintel, 日本語"
        model.url = "https://media.example.com/vod/sintel/with/a/path/that/is/longer/than/a/line/master.m3u8"
        model.state = .playing
        model.intendsToPlay = true
        model.position = 83.4
        model.duration = 888
        model.buffered = [TimeRange(start: 60, end: 240)]
        model.quality = "720p"
        model.levels = ["Auto", "720p", "360p"]
        model.bitrate = 2_430_000
        model.codecs = "h264 1280×720 25 fps · aac 48 kHz stereo"
        model.audioTrack = "English"
        model.volume = 0.7
        model.framesShown = 2085
        model.framesDropped = 3
        model.events = [
            Event(time: 0.2, name: "onReady", detail: "setupTime 200 ms"),
            Event(time: 0.3, name: "onStateChange", detail: "play → playing", emphasis: .state),
            Event(time: 0.301, name: "onPlay", detail: "buffering → playing"),
            Event(time: 0.4, name: "onVisualQuality", detail: "720p 2.4 Mb/s initial choice"),
        ]
        model.keys = [KeyHelp("space", "pause"), KeyHelp("←→", "seek"), KeyHelp("↑↓", "volume"), KeyHelp("q", "quit")]
        model.picture = .expected
        return model
    }

    /// A DVR stream behind the live edge, with captions.
    static var liveSample: LiveViewModel {
        var model = LiveViewModel.sample
        model.timeline = .dvr
        model.position = -32
        model.duration = -600
        model.buffered = [TimeRange(start: -40, end: -10)]
        model.latency = 42.2
        model.targetLatency = 10
        model.window = 600
        model.wallClock = "14:32:07"
        model.shownLevel = 1
        model.captions = "English"
        model.captionLines = ["– Where does this road go?", "– To the sea."]
        return model
    }

    /// A model whose texts contain terminal controls and whose numbers are extreme.
    static var hostile: LiveViewModel {
        let text = "\u{1B}]0;x\u{7}\u{1B}[2J\u{9B}31m\u{202E}日本語\u{301}\r\n\u{1B}P\u{8}👩‍👩‍👧 \u{1B}[?1049l"
        var model = LiveViewModel()
        model.title = text
        model.url = text
        model.state = .buffering
        model.position = .infinity
        model.duration = -.infinity
        model.buffered = [TimeRange(start: -.infinity, end: .nan), TimeRange(start: 1e300, end: .infinity)]
        model.quality = text
        model.levels = [text, text, text]
        model.currentLevel = 77
        model.bitrate = .max
        model.codecs = text
        model.audioTrack = text
        model.captions = text
        model.captionLines = [text, text, text]
        model.timeline = .dvr
        model.latency = .infinity
        model.targetLatency = .nan
        model.window = -1e300
        model.wallClock = text
        model.shownLevel = -4
        model.volume = .nan
        model.rate = -.infinity
        model.framesShown = .max
        model.framesDropped = .min
        model.stalls = .max
        model.events = (0..<200).map { Event(time: $0 % 3 == 0 ? .nan : -1e300, name: text, detail: text, emphasis: .warning) }
        model.address = text + String(repeating: text, count: 20)
        model.keys = (0..<9).map { _ in KeyHelp(text, text) }
        return model
    }
}
