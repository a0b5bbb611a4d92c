import Testing

@testable import PlayheadAudioSession

@Suite("What categories, modes and options mean")
struct AudioPolicyTests {
    @Test("A player's sound goes on in the background where its category says that playing is what the app is for")
    func background() throws {
        let going = try AudioSession.Category.allCases.filter { try AudioPolicy($0).playsInBackground }
        #expect(going == [.playback, .playAndRecord, .multiRoute])
        #expect(AudioPolicy().category == .playback && AudioPolicy().playsInBackground)
    }

    @Test("What only records or works on sound plays none")
    func audible() throws {
        let silent = try AudioSession.Category.allCases.filter { try !AudioPolicy($0).isAudible }
        #expect(silent == [.record, .audioProcessing])
    }

    @Test("Ambient sound is mixed always, solo ambient never, the others where their options say so")
    func mixing() throws {
        for options in [AudioSession.CategoryOptions.mixWithOthers, .duckOthers, .interruptSpokenAudioAndMixWithOthers] {
            #expect(try AudioPolicy(.playback, options: options).mixesWithOthers)
            #expect(try !AudioPolicy(.soloAmbient, options: options).mixesWithOthers)
        }
        #expect(try AudioPolicy(.ambient).mixesWithOthers)
        #expect(try !AudioPolicy(.playback, options: [.allowBluetooth, .allowAirPlay]).mixesWithOthers)
    }

    @Test(
        "The sound server is told a role and a filter by the mode",
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

    @Test("A mode that the category does not have is refused, and nothing changes")
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

    @Test("Headphones that are gone pause players, a loudspeaker that is gone does not, nor does a choice by hand")
    func routes() {
        #expect(AudioSession.RouteChange(reason: .oldDeviceUnavailable, wasPrivate: true).pausesPlayers)
        #expect(!AudioSession.RouteChange(reason: .oldDeviceUnavailable).pausesPlayers)
        #expect(!AudioSession.RouteChange(reason: .override, wasPrivate: true).pausesPlayers)
        #expect(AudioSession.RouteChange(reason: .noSuitableRoute).pausesPlayers)
    }
}
