import PlayheadCore

#if canImport(PlayheadControl)
    @testable import PlayheadControl
#else
    @testable import PlayheadCommand
#endif

/// Parses lines of commands, and passes their numbers to a player's state machine.
enum ControlTarget {
    static func run(_ input: [UInt8]) {
        var machine = opened()
        for (index, line) in String(decoding: input, as: UTF8.self).split(separator: "\n").enumerated() {
            guard let command = command(of: String(line)) else { continue }
            require(self.command(of: "  " + line + "\t") == command || isNotANumber(command), "white space around a line changes it")
            for input in machineInputs(command, seek: index + 1) {
                let outputs = machine.handle(input, at: Double(index))
                require(outputs.count < 64, "one command has too many consequences")
                require(machine.position.isFinite, "the position is not a number")
                require((0.25...4).contains(machine.rate), "the rate is \(machine.rate)")
                require((0...1).contains(machine.volume), "the volume is \(machine.volume)")
            }
        }
    }

    private static func command(of line: String) -> ControlCommand? {
        do throws(ControlCommand.Malformed) {
            return try ControlCommand.parse(line)
        } catch {
            require(!error.message.isEmpty, "a refusal without a reason")
            return nil
        }
    }

    private static func isNotANumber(_ command: ControlCommand) -> Bool {
        switch command {
        case .seek(let number), .skip(let number), .rate(let number), .volume(let number): number.isNaN
        default: false
        }
    }

    /// Returns a machine with an open item of ten seconds.
    private static func opened() -> PlaybackMachine {
        var machine = PlaybackMachine()
        let items = [ItemDescription(url: "https://example.org/a.mp4"), ItemDescription(url: "https://example.org/b.mp4")]
        _ = machine.handle(.load(items: items, index: 0), at: 0)
        _ = machine.handle(.engine(playback: machine.playback, .opened(MediaDescription(duration: 10))), at: 0)
        return machine
    }

    private static func machineInputs(_ command: ControlCommand, seek id: Int) -> [MachineInput] {
        switch command {
        case .play, .toggle: [.play(.interaction)]
        case .pause: [.pause(.interaction)]
        case .stop: [.stop]
        case .seek(let position), .seekIntegrated(let position), .skip(let position): [.seek(id: id, target: position, precision: .exact)]
        case .rate(let rate): [.setRate(rate)]
        case .volume(let volume): [.setVolume(volume)]
        case .mute(let isMuted): [.setMuted(isMuted)]
        case .quality(let index): [.selectLevel(index)]
        case .audio(let index): [.selectAudioTrack(index)]
        case .captions(let index): [.selectCaptions(index)]
        case .live: [.seekToLiveEdge(id: id)]
        case .next: [.next]
        case .previous: [.previous]
        case .item(let index): [.selectItem(index)]
        case .load(let url): [.load(items: [ItemDescription(url: url)], index: 0)]
        case .release: [.release]
        case .timeline, .skipAd, .skipBreak, .clickAd, .quit: []
        }
    }
}
