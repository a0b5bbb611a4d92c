import Foundation
import PlayheadTestKit
import Testing

@testable import Playhead

// The type names in observers that were written for AVFoundation.
private typealias AVAsset = Asset
private typealias AVPlayer = Player
private typealias AVPlayerItem = PlayerItem
private typealias AVPlayerItemStatus = PlayerItem.Status
private typealias NSKeyValueChangeKey = PropertyChangeKey

/// Code that was written for key-value observing compiles, and reads the expected values from a change.
@MainActor
@Suite("Observers in the form of key-value observing", .timeLimit(.minutes(5)))
struct ObservationFormTests {
    @Test("The change contains the status as a number, as read in the documentation of AVFoundation")
    func statusAsNumber() async {
        let rig = ScriptedRig()
        let observer = StatusObserver(ScriptedRig.url("a"))
        observer.prepareToPlay(with: rig.player)
        await rig.run(until: .ready)
        #expect(observer.received == [.readyToPlay])
        rig.engine?.report(.failed(PlaybackError(.decoding)))
        await rig.settle()
        #expect(observer.received == [.readyToPlay, .failed])
    }

    @Test("Both values of a change are numbers and statuses", arguments: PlayerItem.Status.allCases)
    func bridging(status: PlayerItem.Status) {
        let value: Any = status
        #expect((value as? NSNumber)?.intValue == status.rawValue && value as? PlayerItem.Status == status)
        let number: Any = NSNumber(value: status.rawValue)
        #expect(number as? PlayerItem.Status == status && NSNumber(value: 7) as Any as? PlayerItem.Status == nil)
    }

    @Test("Changes contain states as numbers and as states")
    func states() async {
        let rig = ScriptedRig()
        let observer = ValueObserver()
        rig.player.addObserver(observer, forKeyPath: "state", options: [.initial, .new])
        rig.load("a")
        await rig.run(until: .ready)
        #expect(observer.changes.map { ($0[.newKey] as? NSNumber)?.intValue } == [0, 1, 2])
        #expect(observer.changes.map { $0[.newKey] as? PlaybackState } == [.idle, .opening, .ready])
        let numbers = PlaybackState.allCases.compactMap { ($0 as Any as? NSNumber)?.intValue }
        #expect(Set(numbers) == Set(0...11))
        #expect(TimeControlStatus.allCases.map { ($0 as Any as? NSNumber)?.intValue } == [0, 1, 2])
        #expect(NSNumber(value: 11) as Any as? PlaybackState == .error && NSNumber(value: 12) as Any as? PlaybackState == nil)
    }

    @Test("The change contains an error as an NSError, and so does item.error")
    func errorAsNSError() async throws {
        var script = EngineScript()
        script.openingFailure = PlaybackError(.httpStatus(404), url: "https://media.example.com/a")
        let rig = ScriptedRig(script)
        let item = ScriptedRig.item("a")
        let observer = ValueObserver()
        item.addObserver(observer, forKeyPath: "error", options: [.old, .new])
        rig.player.load(item)
        await rig.run(until: .error)
        let emitted = try #require(observer.changes.first?[.newKey] as? NSError)
        #expect(observer.changes.first?[.oldKey] is NSNull && observer.changes.first?[.newKey] as? PlaybackError == item.error)
        let error = try #require(item.error as NSError?)
        #expect(emitted.code == error.code && error.code == 121_404 && error.domain == "Playhead")
    }

    @Test("Changes contain numbers and Booleans as NSNumber")
    func numbers() async {
        let rig = ScriptedRig()
        let observer = ValueObserver()
        for name in ["rate", "volume", "isMuted", "intendsToPlay"] {
            rig.player.addObserver(observer, forKeyPath: name, options: [.initial, .old, .new])
        }
        rig.player.rate = 2
        rig.player.isMuted = true
        #expect(observer.changes.count == 6 && observer.changes.allSatisfy { $0[.newKey] is NSNumber || $0[.newKey] as? NSNumber != nil })
    }
}

/// The observer of Apple's documentation, without the parts of the Objective-C runtime: `#keyPath` and the superclass.
@MainActor
private final class StatusObserver: PropertyObserver {
    let url: URL
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var asset: AVAsset!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var player: AVPlayer!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var playerItem: AVPlayerItem!
    private(set) var received: [AVPlayerItemStatus] = []

    // Key-value observing context
    private var playerItemContext = 0

    let requiredAssetKeys = [
        "playable",
        "hasProtectedContent",
    ]

    init(_ url: URL) { self.url = url }

    func prepareToPlay(with player: AVPlayer) {
        asset = AVAsset(url: url)
        playerItem = AVPlayerItem(
            asset: asset,
            automaticallyLoadedAssetKeys: requiredAssetKeys)
        playerItem.addObserver(
            self,
            forKeyPath: "status",
            options: [.old, .new],
            context: &playerItemContext)
        self.player = player
        player.load(playerItem)
    }

    func observeValue(
        forKeyPath keyPath: String?,
        of object: Any?,
        change: [NSKeyValueChangeKey: Any]?,
        context: UnsafeMutableRawPointer?
    ) {
        guard context == &playerItemContext else { return }
        if keyPath == "status" {
            let status: AVPlayerItemStatus
            if let statusNumber = change?[.newKey] as? NSNumber {
                // swift-format-ignore: NeverForceUnwrap
                status = AVPlayerItemStatus(rawValue: statusNumber.intValue)!
            } else {
                status = .unknown
            }
            switch status {
            case .readyToPlay, .failed, .unknown: received.append(status)
            }
        }
    }
}

@MainActor
private final class ValueObserver: PropertyObserver {
    private(set) var changes: [[PropertyChangeKey: Any]] = []

    func observeValue(forKeyPath keyPath: String?, of object: Any?, change: [PropertyChangeKey: Any]?, context: UnsafeMutableRawPointer?) {
        changes.append(change ?? [:])
    }
}
