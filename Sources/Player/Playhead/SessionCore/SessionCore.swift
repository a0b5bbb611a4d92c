import PlayheadAds
import PlayheadCore

/// The machine of a playback, the ads in front of it, and the one queue of the outputs of both.
///
/// Without I/O, clocks and threads, like the machine. All inputs are passed to ``handle(_:at:playback:)``. Commands for an ad, and commands
/// that wait for an ad, do not reach the machine. Outputs are performed one after the other, in the order of ``next()``; an input during an
/// output is handled at once, and its outputs follow the pending ones.
struct SessionCore {
    private(set) var machine: PlaybackMachine
    var ads: ContentAds
    var queue: OutputQueue<SessionTask>
    /// Facts of the current content's playlist.
    var playlist: PlaylistFacts
    /// The last loaded list; the machine opens it when the previous list is closed.
    var loadedItems: [SessionItem] = []
    /// The entry of the item that the current input describes.
    var describedEntry: PlaylistEntry?
    /// Records an input of the machine, with the number of events before it.
    var record: ((MachineInput, InputTime, _ emitted: Int) -> Void)?
    /// Whether the machine has handled any input other than settings.
    private(set) var hasHandledInput = false
    /// Whether the machine has opened a list.
    private var hasHadList = false
    /// The number of pending onPlaylistItem: the app knows the item before.
    private var pendingItems = 0
    /// The moment of the current input, and the playback to which its playhead belongs.
    private(set) var time = InputTime(monotonic: 0, wall: 0)
    private var timedPlayback = 0

    /// Creates a core in `idle`. `birth` is the monotonic time of creation, in seconds.
    init(
        options: PlaybackOptions, settings: PlaybackSettings = PlaybackSettings(), ads: ContentAds,
        playlist: PlaylistFacts = PlaylistFacts(), at birth: Double
    ) {
        machine = PlaybackMachine(options: options, settings: settings, at: birth)
        queue = OutputQueue(birth: birth)
        self.ads = ads
        self.playlist = playlist
    }

    /// Whether the machine accepts a list of `count` items that starts at `index`. It refuses all others, and the old list is kept.
    func acceptsLoad(of count: Int, startingAt index: Int) -> Bool { machine.state != .error && (0..<count).contains(index) }

    /// Whether a list around the current item is accepted: no other item is about to open, or has become current in an event that is pending.
    var acceptsArrangement: Bool { machine.currentIndex != nil && !machine.isChangingItem && pendingItems == 0 }

    /// Returns the input that replaces the list around the current item, which is at `index`; the machine refuses it if it is not accepted.
    mutating func arrange(_ list: [SessionItem], at index: Int) -> MachineInput {
        let isAccepted = acceptsArrangement && list.indices.contains(index)
        if isAccepted { loadedItems = list }
        return .arrange(items: list.map(\.description), index: isAccepted ? index : list.count)
    }

    /// Handles an input at the moment `time`; the outputs are then in the queue. `playback` is the number of the playback to which the
    /// playhead in `time` belongs.
    mutating func handle(_ input: SessionInput, at time: InputTime, playback: Int) {
        (self.time, timedPlayback) = (time, playback)
        switch input {
        case .playback(let input): if !intercept(input) { process(input) }
        case .ad(let input): control(input)
        // A command in a callback may have closed the item before its engine opens.
        case .itemOpens(let item): if machine.state == .opening { begin(item) }
        case .interactiveFrameworks(let names):
            ads.capabilities.interactiveFrameworks = names
            ads.controller?.capabilities.interactiveFrameworks = names
        }
        updateStage()
    }

    /// The target of the seek that is being handled, if it is known more exactly than by its position, in seconds of the playback's timeline.
    var seekPlace: Double?

    /// The timeline of the content at the moment of the current input, which the machine may not have handled.
    var timeline: Timeline { machine.timeline.standing(until: time.monotonic) }

    /// Whether the first picture of the content may be shown before the item is open: playback starts with it, and not with an ad.
    var permitsFirstPicture: Bool { machine.opensToPlayFromStart && ads.controller == nil }

    /// Returns the next output to perform; `nil` if there is none.
    mutating func next() -> OutputQueue<SessionTask>.Step? {
        let step = queue.next()
        if case .event(let event, _)? = step, event is PlaylistItemEvent { pendingItems -= 1 }
        return step
    }

    /// Appends a task to the queue.
    mutating func append(_ task: SessionTask) { queue.append(task, isKept: task.isKeptByRelease) }

    /// Passes an input to the machine, whether or not an ad is shown.
    mutating func process(_ input: MachineInput) {
        if case .configure(let settings) = input { append(.configure(settings)) } else { hasHandledInput = true }
        var time = time
        if machine.playback != timedPlayback { time.playhead = nil }
        record?(input, time, queue.emitted)
        let pauseOfAd = ads.controller?.pauseReason
        let outputs = machine.handle(input, at: time.monotonic, playhead: time.playhead)
        let leavesAds = input == .release || outputs.contains(where: \.closesEngine)
        // Pending events are still emitted, but their ads can no longer be commanded.
        if leavesAds { leaveAds() }
        let (loaded, described, media, skipTime) = (loadedItems, describedEntry, machine.media, ads.controller?.skipTime)
        var hasHadList = hasHadList
        queue.take(outputs, of: input, at: time) { output -> SessionTask? in
            guard case .event(let event, _, let item, _) = output else { return nil }
            switch event {
            case is PlaylistEvent:
                if case .arrange = input { return .arrange(loaded, index: item ?? 0) }
                return .adopt(loaded, index: item ?? 0)
            case let event as ItemMetadataEvent: return described.map { .describe(item: event.index, $0) }
            case is PlaylistItemEvent where !hasHadList:
                // onPlaylist does not report the first list.
                hasHadList = true
                return .adopt(loaded, index: item ?? 0)
            case let meta as MetaEvent where meta.metaData["metadataType"] == "media": return media.map { .opened($0) }
            case is AdImpressionEvent, is AdPlayEvent, is AdTimeEvent: return .skipTime(skipTime)
            default: return nil
            }
        }
        self.hasHadList = hasHadList
        // A release withdraws the pending events.
        pendingItems = input == .release ? 0 : pendingItems + outputs.count(where: \.isItemChange)
        if input == .release {
            append(.forget)
            append(.endCalls)
        }
        follow(outputs)
        follow(input)
        // The pause of an ad outlasts it, if another item of the list follows.
        if leavesAds, let pauseOfAd, machine.upcomingIndex != nil { process(.pause(pauseOfAd)) }
    }
}

extension MachineOutput {
    /// Whether the output makes an item current.
    fileprivate var isItemChange: Bool {
        if case .event(let event, _, _, _) = self { event is PlaylistItemEvent } else { false }
    }

    /// Whether the output closes a playback.
    fileprivate var closesEngine: Bool {
        if case .engine(.close) = self { true } else { false }
    }
}
