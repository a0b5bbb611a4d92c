import NIOCore
import PlayheadCore
import Synchronization

/// The state that an origin and its connections share.
final class OriginCore: Sendable {
    typealias Answer = @Sendable (OriginRequest) async throws -> OriginResponse

    private struct Resource {
        let bytes: [UInt8]
        let type: String
        let entityTag: String
    }

    private struct State {
        var resources: [String: Resource] = [:]
        var resourceVersion = 0
        var answers: [(pattern: PathPattern, answer: Answer)] = []
        var faults = FaultList()
        var connections: [Int: (channel: any Channel, task: Task<Void, Never>)] = [:]
        /// The tasks of connections that are already closed.
        var ending: [Int: Task<Void, Never>] = [:]
        var lastConnection = 0
        var isStopped = false
        /// The length of the bodies of all requests that are not answered.
        var bodies = 0
    }

    let clock: any PlaybackClock
    let limits: OriginLimits
    let log = RequestLog()
    let clientData = ClientDataLog()
    let pacer: Pacer
    private let root: String?
    private let state = Mutex(State())

    /// Creates the core. `root` is the folder to serve, with all symbolic links resolved; `nil` if there is none.
    init(root: String?, bytesPerSecond: Double?, clock: any PlaybackClock, limits: OriginLimits = OriginLimits()) {
        self.root = root
        self.limits = limits
        self.clock = clock
        pacer = Pacer(bytesPerSecond: bytesPerSecond)
    }

    // MARK: Resources

    func add(_ path: String, bytes: [UInt8], type: String) {
        state.withLock { state in
            state.resourceVersion += 1
            state.resources[path] = Resource(bytes: bytes, type: type, entityTag: "\"memory-\(state.resourceVersion)\"")
        }
    }

    func add(_ pattern: PathPattern, answer: @escaping Answer) {
        state.withLock { $0.answers.append((pattern, answer)) }
    }

    func remove(_ path: String) {
        state.withLock { state in
            state.resources[path] = nil
            state.answers.removeAll { $0.pattern == PathPattern(path) }
        }
    }

    /// Finds the representation for a request: resources in memory first, then closures in the order of their addition, then files.
    func representation(for request: OriginRequest) async throws -> Representation {
        let found: (resource: Resource?, answer: Answer?) = state.withLock { state in
            (state.resources[request.path], state.answers.first { $0.pattern.matches(request.path) }?.answer)
        }
        if found.resource == nil, let answer = found.answer {
            do {
                return Representation(try await answer(request))
            } catch is CancellationError {
                throw CancellationError()
            } catch {
                return Representation(status: 500, body: Array("\(error)\n".utf8), type: "text/plain; charset=utf-8")
            }
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            return Representation(status: 405, headers: [HeaderField("Allow", "GET, HEAD")])
        }
        if let resource = found.resource {
            return Representation(bytes: resource.bytes, entityTag: resource.entityTag, type: resource.type)
        }
        guard let root, let file = resolvedPath(root + "/" + request.path), file.hasPrefix(root == "/" ? root : root + "/"),
            let opened = OpenFile(path: file)
        else { return Representation(status: 404) }
        return Representation(file: opened, type: MediaType.forPath(request.path))
    }

    // MARK: Faults

    func addFault(_ fault: Fault) -> FaultID { state.withLock { $0.faults.add(fault) } }

    func removeFault(_ id: FaultID) { state.withLock { $0.faults.remove(id) } }

    func removeAllFaults() { state.withLock { $0.faults.removeAll() } }

    func misbehaviour(forRequestOf path: String) -> Misbehaviour {
        Misbehaviour(state.withLock { $0.faults.kinds(forRequestOf: path) })
    }

    // MARK: Connections

    /// ``OriginLimits/timeout``.
    var timeout: TimeAmount { .nanoseconds(Int64(saturating: limits.timeout * 1e9)) }

    /// Reserves memory for a part of a body.
    /// - Returns: False if the bodies of all requests would exceed the maximum.
    func reserveBody(_ length: Int) -> Bool {
        state.withLock { state in
            guard length <= limits.bodies - state.bodies else { return false }
            state.bodies += length
            return true
        }
    }

    func releaseBody(_ length: Int) { state.withLock { $0.bodies -= length } }

    var reservedBytes: Int { state.withLock { $0.bodies } }

    var connectionCount: Int { state.withLock { $0.connections.count } }

    /// Registers a connection with the task that serves it.
    ///
    /// - Returns: False if the origin is stopped, or has the maximum of connections; the connection must then be refused.
    func register(_ channel: any Channel, makeTask: (_ number: Int) -> Task<Void, Never>) -> Bool {
        let number: Int? = state.withLock { state in
            guard !state.isStopped, state.connections.count < limits.connections else { return nil }
            state.lastConnection += 1
            state.connections[state.lastConnection] = (channel, makeTask(state.lastConnection))
            return state.lastConnection
        }
        guard let number else { return false }
        // When the client closes the connection, its task is cancelled as well.
        channel.closeFuture.whenComplete { [weak self] _ in
            // The task may have a step pending on the event loop, which must not be shut down before that step.
            let task = self?.state.withLock { state in
                let task = state.connections.removeValue(forKey: number)?.task
                state.ending[number] = task
                return task
            }
            guard let task else { return }
            task.cancel()
            Task { [weak self] in
                await task.value
                _ = self?.state.withLock { $0.ending.removeValue(forKey: number) }
            }
        }
        return true
    }

    /// Refuses new connections from now on, and closes the open ones.
    ///
    /// - Returns: The tasks that are ending.
    func stop() -> [Task<Void, Never>] {
        let (connections, ending) = state.withLock { state in
            state.isStopped = true
            return (Array(state.connections.values), Array(state.ending.values))
        }
        for connection in connections {
            connection.task.cancel()
            connection.channel.close(promise: nil)
        }
        return connections.map(\.task) + ending
    }
}
