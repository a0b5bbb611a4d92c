import Testing

@testable import PlayheadCore

@Suite("Audio policy")
struct AudioPolicyTests {
    @Test("Sound continues in the background in categories whose purpose is playback")
    func background() throws {
        let going = try AudioSession.Category.allCases.filter { try AudioPolicy($0).playsInBackground }
        #expect(going == [.playback, .playAndRecord, .multiRoute])
        #expect(AudioPolicy().category == .playback && AudioPolicy().playsInBackground)
    }

    @Test("Categories for recording or processing play no sound")
    func audible() throws {
        let silent = try AudioSession.Category.allCases.filter { try !AudioPolicy($0).isAudible }
        #expect(silent == [.record, .audioProcessing])
    }

    @Test("Ambient sound is always mixed, solo ambient never, other categories by their options")
    func mixing() throws {
        for options in [AudioSession.CategoryOptions.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers] {
            #expect(try AudioPolicy(.playback, options: options).mixesWithOthers)
            #expect(try !AudioPolicy(.soloAmbient, options: options).mixesWithOthers)
        }
        #expect(try AudioPolicy(.ambient).mixesWithOthers)
        #expect(try !AudioPolicy(.playback, options: [.allowBluetooth, .allowAirPlay]).mixesWithOthers)
    }

    @Test(
        "The mode determines the sound server's role and filter",
        arguments: [
            (AudioSession.Category.playback, AudioSession.Mode.default, AudioRole.video, String?.none),
            (.playback, .moviePlayback, .video, nil), (.playback, .spokenAudio, .music, nil), (.playback, .voicePrompt, .event, nil),
            (.playback, .measurement, .production, nil), (.ambient, .default, .music, nil), (.playAndRecord, .default, .video, nil),
            (.playAndRecord, .voiceChat, .phone, "echo-cancel"), (.playAndRecord, .videoChat, .phone, "echo-cancel"),
            (.playAndRecord, .gameChat, .game, "echo-cancel"), (.playAndRecord, .videoRecording, .production, nil),
        ])
    func roles(_ category: AudioSession.Category, _ mode: AudioSession.Mode, _ role: AudioRole, _ filter: String?) throws {
        let policy = try AudioPolicy(category, mode: mode)
        #expect(policy.role == role && policy.wantedFilter == filter)
        #expect((policy.suppressedFilter != nil) == (mode == .measurement))
    }

    @Test("An unsupported mode is refused, and nothing changes")
    func refusals() throws {
        let session = AudioSession()
        try session.setCategory(.playback, mode: .moviePlayback, options: .allowBluetooth)
        #expect(throws: AudioSession.Refusal.modeNotAllowed(.voiceChat, .playback)) { try session.setCategory(.playback, mode: .voiceChat) }
        #expect(throws: AudioSession.Refusal.modeNotAllowed(.moviePlayback, .ambient)) {
            try session.setCategory(.ambient, mode: .moviePlayback)
        }
        #expect(session.category == .playback && session.mode == .moviePlayback && session.categoryOptions == .allowBluetooth)
        for category in AudioSession.Category.allCases { #expect(category.modes.contains(.default)) }
    }

    @Test("Removed headphones pause players; a removed loudspeaker and the user's choice do not")
    func routes() {
        #expect(AudioSession.RouteChange(reason: .oldDeviceUnavailable, wasPrivate: true).pausesPlayers)
        #expect(!AudioSession.RouteChange(reason: .oldDeviceUnavailable).pausesPlayers)
        #expect(!AudioSession.RouteChange(reason: .override, wasPrivate: true).pausesPlayers)
        #expect(AudioSession.RouteChange(reason: .noSuitableRoute).pausesPlayers)
    }
}
