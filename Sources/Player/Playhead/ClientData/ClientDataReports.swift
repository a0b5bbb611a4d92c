import Foundation
import PlayheadCMCD
import PlayheadCore
import PlayheadTransport
import Synchronization

/// Performs the reports of a session by CMCD: passes facts, requests, responses and times to a ``CMCDReporter``, and sends what it returns.
///
/// Used from any thread: by the session, by the loaders of its engines, and by its own tasks.
final class ClientDataReports: Sendable {
    private struct State {
        var reporter: CMCDReporter
        /// Sends reports of events; created for the first one.
        var sender: URLLoader?
        /// Waits for the deadline of the reporter.
        var alarm: (deadline: Double, task: Task<Void, Never>)?
        var sending: [Int: Task<Void, Never>] = [:]
        var lastSending = 0
        /// The tasks to be cancelled after unlocking, because the handlers of a cancellation take locks.
        var unneeded: [Task<Void, Never>] = []
        var serverData: CMSD?
        /// The bit rate of the media that is shown, in bits per second.
        var playheadBitrate: Double?
        var onServerLimit: (@Sendable (Double?) -> Void)?
        /// Whether reports are sent: false from the closing of the session's connections to the next request.
        var isOpen = true
    }

    /// The time and the content of a request.
    struct Start: Sendable {
        let time: CMCDTime
        let contentID: String?
    }

    /// The maximum time for sending the last reports when the connections of a session are closed, in seconds.
    private static let closingTime = 2.0
    /// The timeout of a report, in seconds. A collector that hangs receives the report again.
    private static let timeout = 10.0

    private let state: Mutex<State>
    private let clock: any PlaybackClock
    private let loaderConfiguration: HTTPLoaderConfiguration
    /// Whether responses are reported.
    private let reportsResponses: Bool
    /// The transmission of the data of requests.
    let transport: CMCDConfiguration.Transport
    /// The identifier of the content that the app set.
    let contentID: String?

    /// Creates the reports of a session.
    init(_ configuration: CMCDConfiguration, clock: any PlaybackClock, certificateAuthorities: [URL]) {
        state = Mutex(State(reporter: CMCDReporter(configuration, randomID: UUID().uuidString.lowercased(), at: clock.now)))
        self.clock = clock
        var loader = HTTPLoaderConfiguration()
        loader.certificateAuthorities = certificateAuthorities
        loaderConfiguration = loader
        reportsResponses = configuration.targets.contains { $0.events.contains(.response) }
        transport = configuration.transport
        contentID = configuration.contentID
    }

    deinit {
        let (alarm, sending) = state.withLock { ($0.alarm, $0.sending) }
        alarm?.task.cancel()
        for task in sending.values { task.cancel() }
    }

    /// The identifier of the session.
    var sessionID: String { state.withLock { $0.reporter.sessionID } }

    /// The number of reports of events that no server has answered yet.
    var pendingReports: Int { state.withLock { $0.reporter.pendingReports } }

    /// The statements of the servers in the last response with such data; `nil` before.
    var serverData: CMSD? { state.withLock { $0.serverData } }

    /// The time, in seconds of the clock and since 1970.
    var now: CMCDTime { CMCDTime(monotonic: clock.now, wall: Date().timeIntervalSince1970) }

    // MARK: Inputs

    /// Passes an input to the reporter and performs its outputs.
    func handle(_ input: CMCDReporter.Input) {
        change { state in perform(state.reporter.handle(input, at: now), &state) }
    }

    /// Returns the data for a request; `nil` if the request carries none.
    func data(for object: CMCDObject) -> CMCDData? {
        change { state in
            state.isOpen = true
            let (data, outputs) = state.reporter.request(object, at: now)
            perform(outputs, &state)
            return data.members.isEmpty ? nil : data
        }
    }

    /// Handles the head of a response: what the servers state about it.
    func received(_ headers: HeaderFields) {
        let dynamicFields = headers.values(of: CMSD.dynamicField).joined(separator: ", ")
        guard
            let data = CMSD(
                staticField: headers[CMSD.staticField], dynamicField: dynamicFields.isEmpty ? nil : dynamicFields)
        else { return }
        state.withLock { state in
            let previous = state.serverData?.maximumBitrate
            state.serverData = data
            // Called under the lock to keep the order of responses.
            if data.maximumBitrate != previous { state.onServerLimit?(data.maximumBitrate) }
        }
    }

    /// Calls `body` when servers suggest another maximum bit rate, in bits per second, or none any more; on any thread, in the
    /// order of the responses. `body` must not call this object.
    func onServerLimit(_ body: @escaping @Sendable (Double?) -> Void) { state.withLock { $0.onServerLimit = body } }

    /// The state that was reported last; `nil` while nothing is loaded.
    var reportedState: CMCDPlayerState? { state.withLock { $0.reporter.facts.state } }

    /// The bit rate of the media that is shown, in bits per second; `nil` if it is unknown.
    var playheadBitrate: Double? {
        get { state.withLock { $0.playheadBitrate } }
        set { state.withLock { $0.playheadBitrate = newValue } }
    }

    /// Whether the ends of responses are reported.
    var observesResponses: Bool { reportsResponses }

    /// The time and the content of a request that is sent now.
    var start: Start { Start(time: now, contentID: state.withLock { $0.reporter.facts.contentID }) }

    // MARK: Outputs

    private func change<R: Sendable>(_ body: (inout State) -> R) -> R {
        let (result, unneeded) = state.withLock { state in
            let result = body(&state)
            defer { state.unneeded = [] }
            return (result, state.unneeded)
        }
        for task in unneeded { task.cancel() }
        return result
    }

    private func perform(_ outputs: [CMCDReporter.Output], _ state: inout State) {
        for output in outputs {
            guard case .send(let target, let url, let body) = output else { continue }
            if state.isOpen {
                send(body, to: url, target: target, &state)
            } else {
                // It waits for the next request.
                _ = state.reporter.handle(.unanswered(target: target, random: 0), at: now)
            }
        }
        if state.isOpen { schedule(&state) }
    }

    private func send(_ body: String, to url: URL, target: Int, _ state: inout State) {
        let sender = state.sender ?? URLLoader(configuration: loaderConfiguration, cookies: nil)
        state.sender = sender
        state.lastSending += 1
        let id = state.lastSending
        var request = LoadRequest(
            url: url, kind: .feed, timeouts: LoadTimeouts(head: Self.timeout, progress: Self.timeout))
        request.content = RequestContent(Array(body.utf8), type: CMCDData.mediaType)
        state.sending[id] = Task { [weak self, request] in
            let result = await Self.result(of: request, by: sender, target: target)
            self?.finish(id, result)
        }
    }

    private static func result(of request: LoadRequest, by sender: URLLoader, target: Int) async -> CMCDReporter.Input {
        let random = Double.random(in: 0...1)
        do {
            let response = try await sender.load(request)
            // A short body is read, so that the connection can be used again.
            let limit = 4096
            _ = try? await response.body.collect(upTo: limit)
            return .answered(target: target, status: response.status, retryAfter: nil, random: random)
        } catch let error as LoadError {
            if case .status(let status) = error.reason {
                return .answered(target: target, status: status, retryAfter: error.retryAfter, random: random)
            }
            return .unanswered(target: target, random: random)
        } catch {
            return .unanswered(target: target, random: random)
        }
    }

    private func finish(_ id: Int, _ result: CMCDReporter.Input) {
        change { state in
            state.sending[id] = nil
            perform(state.reporter.handle(result, at: now), &state)
        }
    }

    /// Wakes the reporter at its deadline.
    private func schedule(_ state: inout State) {
        let deadline = state.reporter.deadline
        guard deadline != state.alarm?.deadline else { return }
        dropAlarm(&state)
        state.alarm = deadline.map { deadline in
            (
                deadline,
                Task { [weak self, clock] in
                    do { try await clock.sleep(until: deadline) } catch { return }
                    self?.wake(at: deadline)
                }
            )
        }
    }

    private func dropAlarm(_ state: inout State) {
        if let alarm = state.alarm { state.unneeded.append(alarm.task) }
        state.alarm = nil
    }

    private func wake(at deadline: Double) {
        change { state in
            guard state.alarm?.deadline == deadline else { return }
            state.alarm = nil
            perform(state.reporter.handle(.wake, at: now), &state)
        }
    }

    // MARK: Closing

    /// Sends what waits, once, and closes the connections. Reports that are not answered within two seconds are lost.
    func drain() async {
        handle(.flush)
        // The network has its own time.
        let limit = Task { [weak self] in
            try await Task.sleep(for: Duration(saturating: Self.closingTime))
            self?.change { state in
                // The end of a report begins no other.
                state.isOpen = false
                state.unneeded += state.sending.values
            }
        }
        // The end of a batch may begin the next one.
        while case let tasks = state.withLock({ Array($0.sending.values) }), !tasks.isEmpty {
            for task in tasks { await task.value }
        }
        limit.cancel()
        let sender = change { state in
            defer { state.sender = nil }
            state.isOpen = false
            dropAlarm(&state)
            return state.sender
        }
        await sender?.shutdown()
    }
}
