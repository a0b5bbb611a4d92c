import Foundation
@_exported import PlayheadNumbers

/// Reports a session: decides what is attached to each request, which events are reported to which target, and when. A value without clock,
/// network or random numbers.
package struct CMCDReporter: Sendable {
    /// An input.
    package enum Input: Sendable {
        /// The facts have changed.
        case facts(CMCDFacts)
        /// An event that the facts do not show.
        case event(CMCDEvent)
        /// An event of the app with its name.
        case custom(String)
        /// An error with its code.
        case error(String)
        /// A response was received.
        case response(CMCDResponse)
        /// ``CMCDReporter/deadline`` has come.
        case wake
        /// Everything that waits is to be sent now.
        case flush
        /// A batch was answered by a status; the delay that the server requests is in seconds. `random` is a number from 0 to 1.
        case answered(target: Int, status: Int, retryAfter: Double?, random: Double)
        /// A batch had no answer. `random` is a number from 0 to 1.
        case unanswered(target: Int, random: Double)
    }

    /// An output.
    package enum Output: Sendable, Hashable {
        /// Send a report to the target with this index.
        case send(target: Int, url: URL, body: String)
        /// Reports for the target with this index are lost.
        case lost(target: Int, reports: Int)
    }

    private struct Target: Sendable {
        var configuration: CMCDTarget
        var destination = CMCDDestination()
        var outbox: CMCDOutbox
        var nextInterval = Double.infinity
    }

    static let millisecondsPerSecond = 1000.0
    static let bitsPerKilobit = 1000.0
    /// The duration of buffered media from which playback is stable, in seconds, if the player does not want less.
    private static let stableBuffer = 3.0

    package let configuration: CMCDConfiguration
    /// The identifier of the session.
    package let sessionID: String
    /// The facts of the last input.
    package private(set) var facts = CMCDFacts()
    private var requests = CMCDDestination()
    private var targets: [Target]
    private var isUrgent = true
    private var started: Double?
    private var startDelay: Double?
    private var stallCount = 0
    private var stallTotal = 0.0
    private var stalledSince: Double?
    private var reportedState: CMCDPlayerState?
    private var reportedContent: String?
    private var reportedRate = 1.0
    /// The last requested bit rates, in kbit/s.
    private var bitrates: [CMCDObjectType: Int] = [:]
    private var host: String?
    /// The last known throughput, in bits per second.
    private var throughput: Double?
    /// The last known duration that the player wants to have buffered, in seconds.
    private var targetBufferLength: Double?

    /// Creates a reporter before playback.
    /// - Parameters:
    ///   - configuration: The configuration.
    ///   - randomID: The identifier of the session if the configuration has no valid one.
    ///   - now: The monotonic time, in seconds.
    package init(_ configuration: CMCDConfiguration, randomID: String, at now: Double) {
        self.configuration = configuration
        var probe = CMCDData(version: .two)
        probe.set(.sessionID, text: configuration.sessionID)
        sessionID = probe.text(.sessionID) ?? randomID
        targets = configuration.targets.map { target in
            var state = Target(
                configuration: target, outbox: CMCDOutbox(batchSize: target.batchSize, batchDelay: target.batchDelay))
            if target.interval > 0, target.interval.isFinite, target.events.contains(.interval) { state.nextInterval = now }
            return state
        }
    }

    /// The monotonic time at which ``Input/wake`` is needed, in seconds; `nil` if none is.
    package var deadline: Double? {
        targets.filter { !$0.outbox.isGone }
            .flatMap { [isActive ? $0.nextInterval : nil, $0.outbox.nextSending] }
            .compactMap(\.self).filter(\.isFinite).min()
    }

    /// Whether content is open and has not ended.
    private var isActive: Bool { facts.state.map { ![.ended, .failed, .quit].contains($0) } ?? false }

    /// The number of reports that have not been answered.
    package var pendingReports: Int { targets.reduce(0) { $0 + $1.outbox.queue.count + $1.outbox.sending.count } }

    // MARK: Inputs

    /// Handles an input.
    package mutating func handle(_ input: Input, at time: CMCDTime) -> [Output] {
        var outputs: [Output] = []
        let now = time.monotonic
        switch input {
        case .facts(let facts): outputs += update(facts, at: time)
        case .event(let event): outputs += report(event, at: time)
        case .custom(let name): outputs += report(custom: name, at: time)
        case .error(let code):
            requests.note(error: code)
            for index in targets.indices { targets[index].destination.note(error: code) }
            outputs += report(.error, at: time)
        case .response(let response): outputs += report(response, at: time)
        case .wake: break
        case .flush: for index in targets.indices { targets[index].outbox.flush() }
        case .answered(let target, let status, let retryAfter, let random):
            outputs += finish(target, .status(status, retryAfter: retryAfter), random: random, at: now)
        case .unanswered(let target, let random): outputs += finish(target, .failed, random: random, at: now)
        }
        return outputs + intervals(at: time) + sendings(at: now)
    }

    /// Returns the data for a request.
    /// - Parameters:
    ///   - object: The requested object.
    ///   - time: The time of the request.
    /// - Returns: The data, empty if requests carry none, and the outputs.
    package mutating func request(_ object: CMCDObject, at time: CMCDTime) -> (data: CMCDData, outputs: [Output]) {
        var outputs: [Output] = []
        note(object, at: time, &outputs)
        var data = CMCDData(version: configuration.version)
        guard configuration.transport != .none else { return (data, outputs + sendings(at: time.monotonic)) }
        addSession(to: &data)
        if let contentID = object.contentID {
            // The next content is loaded while the current one plays.
            data[.contentID] = nil
            data.set(.contentID, text: contentID)
        }
        addStatus(to: &data, at: time.monotonic)
        data.add(object, rate: facts.rate)
        let version = configuration.version
        requests.complete(&data, startDelay: startDelay, isStalled: stalledSince != nil) { [keys = configuration.keys] name in
            guard let key = CMCDKey(rawValue: name) else { return true }
            return key.exists(in: version) && !key.rule.isForEvents && (keys.contains(key) || key == .version)
        }
        return (data, outputs + sendings(at: time.monotonic))
    }

    // MARK: Changes

    private mutating func update(_ new: CMCDFacts, at time: CMCDTime) -> [Output] {
        let old = facts
        facts = new
        var outputs: [Output] = []
        if new.state != old.state { follow(new.state, after: old.state, at: time.monotonic) }
        settleUrgency()
        if let state = new.state, state != reportedState {
            reportedState = state
            outputs += report(.playState, at: time)
        }
        if let content = new.contentID, content != reportedContent {
            // The first content is not a change.
            if reportedContent != nil { outputs += report(.contentID, at: time) }
            reportedContent = content
        }
        if new.state == .playing, new.rate != reportedRate {
            reportedRate = new.rate
            outputs += report(.rateChange, at: time)
        }
        if new.isBackgrounded != old.isBackgrounded, new.isBackgrounded != nil, old.isBackgrounded ?? false || new.isBackgrounded == true {
            outputs += report(.backgrounded, at: time)
        }
        if new.isSilent != old.isSilent { outputs += report(new.isSilent ? .mute : .unmute, at: time) }
        if let state = new.state, state != old.state, [.ended, .failed, .quit].contains(state) {
            for index in targets.indices { targets[index].outbox.flush() }
        }
        return outputs
    }

    /// Follows the times of the start and of stalls.
    private mutating func follow(_ new: CMCDPlayerState?, after old: CMCDPlayerState?, at now: Double) {
        if new == .starting, started == nil { started = now }
        if new == .playing, startDelay == nil, let started { startDelay = max(0, now - started) }
        if old == .rebuffering, let since = stalledSince {
            let duration = max(0, now - since)
            stalledSince = nil
            stallTotal += duration
            requests.noteStallEnd(duration)
            for index in targets.indices { targets[index].destination.noteStallEnd(duration) }
        }
        if new == .rebuffering {
            stalledSince = now
            stallCount += 1
            requests.noteStall()
            for index in targets.indices { targets[index].destination.noteStall() }
        }
        if new?.isUrgent ?? true { isUrgent = true }
    }

    /// Objects are urgent until the buffer is long enough for stable playback; in version 1, until media is rendered.
    private mutating func settleUrgency() {
        guard let state = facts.state, !state.isUrgent else { return }
        let stable = min(Self.stableBuffer, targetBufferLength ?? .infinity)
        if configuration.version == .one || facts.bufferLength.map({ $0 >= stable }) ?? true { isUrgent = false }
    }

    /// Notes the bit rate and the host of a requested object.
    private mutating func note(_ object: CMCDObject, at time: CMCDTime, _ outputs: inout [Output]) {
        throughput = object.throughput ?? throughput
        targetBufferLength = object.targetBufferLength ?? targetBufferLength
        guard let kind = object.kind, [.audio, .video, .muxed].contains(kind) else { return }
        let kilobits = object.bitrate.flatMap { CMCDData.rounded($0 / Self.bitsPerKilobit, to: CMCDKey.bitrate.rule.rounding) }
        if let kilobits, bitrates[kind] != kilobits {
            bitrates[kind] = kilobits
            outputs += report(.bitrateChange, at: time)
        }
        guard let name = RelativeReference(object.url)?.host, name != host else { return }
        let isChange = host != nil
        host = name
        if isChange { outputs += report(.host, at: time) }
    }

    // MARK: Reports

    private mutating func report(_ event: CMCDEvent, at time: CMCDTime) -> [Output] {
        report(event, at: time, wall: time.wall) { _ in }
    }

    /// Reports an event of the app, unless its name is invalid.
    private mutating func report(custom name: String, at time: CMCDTime) -> [Output] {
        var named = CMCDData(version: .two)
        named.set(.customEventName, text: name)
        guard named[.customEventName] != nil else { return [] }
        return report(.custom, at: time, wall: time.wall) { $0.set(.customEventName, text: name) }
    }

    private mutating func report(_ response: CMCDResponse, at time: CMCDTime) -> [Output] {
        let rate = facts.rate
        return report(.response, at: time, wall: response.requested) { data in
            // The content may have changed since the request.
            data[.contentID] = nil
            data.set(.contentID, text: response.contentID)
            data.add(response.object, rate: rate)
            data[.nextObjects] = nil
            data.add(response)
        }
    }

    private mutating func report(
        _ event: CMCDEvent, at time: CMCDTime, wall: Double, _ complete: (inout CMCDData) -> Void
    ) -> [Output] {
        guard targets.contains(where: { !$0.outbox.isGone && $0.configuration.events.contains(event) }) else { return [] }
        var data = eventData(event, at: time, wall: wall)
        if event == .rateChange { data[.rate] = .item(CMCDItem(.decimal(facts.rate))) }
        if event == .backgrounded { data.set(.isBackgrounded, flag: facts.isBackgrounded ?? false) }
        complete(&data)
        return targets.indices.flatMap { report(data, event, to: $0, at: time.monotonic) }
    }

    private func eventData(_ event: CMCDEvent, at time: CMCDTime, wall: Double) -> CMCDData {
        var data = CMCDData(version: .two)
        addSession(to: &data)
        addStatus(to: &data, at: time.monotonic)
        data.set(.event, token: event)
        data.set(.timestamp, wall * Self.millisecondsPerSecond)
        data.set(.host, text: host)
        data.set(
            .bitrate,
            bitrates.sorted { $0.key.rawValue < $1.key.rawValue }.map { (value: Double($0.value), object: $0.key) })
        return data
    }

    private mutating func report(_ data: CMCDData, _ event: CMCDEvent, to index: Int, at now: Double) -> [Output] {
        let configuration = targets[index].configuration
        guard !targets[index].outbox.isGone, configuration.events.contains(event) else { return [] }
        var data = data
        let required: Set<CMCDKey> = [.event, .timestamp, .version]
        targets[index].destination.complete(&data, startDelay: startDelay, isStalled: stalledSince != nil) { name in
            guard let key = CMCDKey(rawValue: name) else { return true }
            return key.exists(in: .two) && (configuration.keys.contains(key) || required.contains(key) || key == event.requiredKey)
        }
        let dropped = targets[index].outbox.add(data.text, at: now)
        return dropped > 0 ? [.lost(target: index, reports: dropped)] : []
    }

    private func addSession(to data: inout CMCDData) {
        data.set(.sessionID, text: sessionID)
        data.set(.contentID, text: facts.contentID)
        data.set(.contentSignature, text: configuration.contentSignature)
        if data.version == .two { data.set(.version, Double(data.version.rawValue)) }
        if let format = facts.format { data.set(.format, token: data.version == .one && format == .hesp ? .other : format) }
        if let type = facts.streamType { data.set(.streamType, token: data.version == .one && type == .lowLatency ? .live : type) }
        for (key, value) in configuration.customKeys
        where StructuredFields.isRepresentable(value) && value.utf8.count <= CMCDCustomKey.maximumLength && !value.isEmpty {
            data[name: key.name] = .string(value)
        }
    }

    private func addStatus(to data: inout CMCDData, at now: Double) {
        if let state = facts.state { data.set(.state, token: state) }
        if facts.rate != 1, facts.rate.isFinite { data[.rate] = .item(CMCDItem(.decimal(facts.rate))) }
        data.set(.playhead, facts.playhead.map { $0 * Self.millisecondsPerSecond })
        data.set(.bufferLength, facts.bufferLength.map { $0 * Self.millisecondsPerSecond })
        data.set(.targetBufferLength, targetBufferLength.map { $0 * Self.millisecondsPerSecond })
        data.set(.throughput, throughput.map { $0 / Self.bitsPerKilobit })
        data.set(.liveLatency, facts.liveLatency.map { $0 * Self.millisecondsPerSecond })
        data.set(.playheadBitrate, facts.playheadBitrate.map { $0 / Self.bitsPerKilobit })
        data.set(.droppedFrames, facts.droppedFrames.map(Double.init))
        data.set(.isBackgrounded, flag: facts.isBackgrounded ?? false)
        data.set(.isUrgent, flag: isUrgent)
        data.set(.starvationCount, Double(stallCount))
        data.set(.starvationTotal, (stallTotal + (stalledSince.map { max(0, now - $0) } ?? 0)) * Self.millisecondsPerSecond)
    }

    // MARK: Times

    private mutating func intervals(at time: CMCDTime) -> [Output] {
        guard isActive else { return [] }
        var outputs: [Output] = []
        for index in targets.indices where targets[index].nextInterval <= time.monotonic {
            targets[index].nextInterval = time.monotonic + max(targets[index].configuration.interval, CMCDTarget.minimumInterval)
            let data = eventData(.interval, at: time, wall: time.wall)
            outputs += report(data, .interval, to: index, at: time.monotonic)
        }
        return outputs
    }

    private mutating func sendings(at now: Double) -> [Output] {
        targets.indices.compactMap { index in
            targets[index].outbox.take(at: now).map {
                .send(target: index, url: targets[index].configuration.url, body: $0.joined(separator: "\n"))
            }
        }
    }

    private mutating func finish(_ target: Int, _ result: CMCDOutbox.Result, random: Double, at now: Double) -> [Output] {
        guard targets.indices.contains(target) else { return [] }
        var lost = [(target, targets[target].outbox.finish(result, random: random, at: now))]
        if targets[target].outbox.isGone {
            // The status is about the URL.
            let url = targets[target].configuration.url
            for index in targets.indices where !targets[index].outbox.isGone && targets[index].configuration.url == url {
                lost.append((index, targets[index].outbox.queue.count))
                targets[index].outbox.stop()
            }
        }
        return lost.filter { $0.1 > 0 }.map { .lost(target: $0.0, reports: $0.1) }
    }
}
