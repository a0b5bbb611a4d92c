import CCurl
import Foundation
import NIOCore

/// The transfers and connections of one loader, on its loop.
final class CurlClient {
    /// The time for which an idle connection is kept, in seconds.
    static let idleTime = 30
    private static let timeoutSocket: CInt = -1

    let settings: ClientSettings
    let trust: Trust
    /// The sessions of TLS, which later connections resume.
    let share: UnsafeMutableRawPointer?
    /// The status lines beside those of HTTP that are accepted.
    let aliases = curl_slist_append(nil, "ICY ")
    /// The call of libcurl in progress.
    let call = UnsafeMutablePointer<playhead_call>.allocate(capacity: 1)
    private let multi: UnsafeMutableRawPointer
    private unowned let core: LoopCore
    private var transfers: [Int: CurlTransfer] = [:]
    private var numbers: [UnsafeMutableRawPointer: Int] = [:]
    private(set) var connections: [CInt: CurlConnection] = [:]
    private var lastSpare = 0
    /// The spare requests in progress, with their origins.
    private var spares: [Int: Substring] = [:]
    /// Requests that have opened a connection during the call of libcurl in progress, which accepts no others until it returns.
    private var connecting: [TransferOrder] = []
    /// The time at which libcurl has something to do.
    private var deadline: NIODeadline?

    /// Creates a client; `nil` if there is too little memory.
    init?(_ settings: ClientSettings, core: LoopCore) {
        guard let multi = curl_multi_init() else { return nil }
        self.multi = multi
        self.core = core
        self.settings = settings
        trust = Trust(additional: settings.certificateAuthorities)
        share = curl_share_init()
        playhead_share_sessions(share)
        let context = Unmanaged.passUnretained(self).toOpaque()
        playhead_multi_set_callbacks(
            multi, context,
            { _, file, what, context, _ in
                CurlClient.from(context)?.poll(file, what)
                return 0
            },
            { _, delay, context in
                CurlClient.from(context)?.setTimer(delay)
                return 0
            })
        playhead_multi_set_long(multi, CURLMOPT_PIPELINING, playhead_multiplexes() != 0 ? CURLPIPE_MULTIPLEX : 0)
        playhead_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, max(1, settings.connectionsPerHost))
    }

    deinit {
        curl_slist_free_all(aliases)
        call.deallocate()
    }

    /// Returns the client that a callback concerns.
    static func from(_ context: UnsafeMutableRawPointer?) -> CurlClient? {
        context.map { Unmanaged<CurlClient>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: Transfers

    /// Starts a transfer, whose head has to arrive by `deadline`.
    func add(_ transfer: any TransferReceiver, _ order: TransferOrder, deadline: NIODeadline) {
        guard !transfer.isOver else { return }
        guard let curl = CurlTransfer(transfer, order, client: self) else {
            return transfer.finished(.failure(CurlFailure(code: trust.isValid ? CURLE_OUT_OF_MEMORY : CURLE_SSL_CACERT_BADFILE)))
        }
        transfers[transfer.identity] = curl
        numbers[curl.easy] = transfer.identity
        setDeadline(deadline, of: transfer.identity)
        let code = curl_multi_add_handle(multi, curl.easy)
        guard code == CURLM_OK else { return end(curl, CurlFailure(code: CURLE_OUT_OF_MEMORY)) }
        if !connections.values.contains(where: { $0.origin == order.origin }) { prepareConnections(for: order) }
    }

    /// Notes that a request is about to be sent on a new connection. Called within a call of libcurl.
    func connected(for order: TransferOrder) { connecting.append(order) }

    /// Establishes connections to the origin of a request, until there are as many as its kind has in parallel.
    ///
    /// From 8.1 on libcurl has parallel requests on one connection of HTTP/2, and takes no connection of TLS on which a server has sent
    /// tickets that no request has read.
    private func prepareConnections(for order: TransferOrder) {
        guard !order.isSpare, !order.isSecure || playhead_multiplexes() == 0 else { return }
        let waiting = spares.values.count { $0 == order.origin }
        let present = max(1, connections.values.count { $0.origin == order.origin })
        for _ in 0..<max(0, min(order.kind.connections, settings.connectionsPerHost) - present - waiting) {
            guard FileDescriptors.hasReserve, let descriptor = FileDescriptors.reserve() else { return }
            lastSpare -= 1
            spares[lastSpare] = order.origin
            add(SpareRequest(identity: lastSpare, descriptor), order.spare, deadline: .distantFuture)
        }
    }

    /// Removes a transfer that has ended for its reader; its connection is closed, or its stream reset.
    func remove(_ number: Int) {
        guard let transfer = transfers.removeValue(forKey: number) else { return }
        drop(transfer)
    }

    private func drop(_ transfer: CurlTransfer, isComplete: Bool = false) {
        transfers[transfer.transfer.identity] = nil
        spares[transfer.transfer.identity] = nil
        numbers[transfer.easy] = nil
        transfer.leaveConnection(isComplete: isComplete)
        curl_multi_remove_handle(multi, transfer.easy)
    }

    /// Continues a transfer that was held back.
    func resume(_ number: Int) {
        guard let transfer = transfers[number] else { return }
        call.pointee = playhead_call()
        curl_easy_pause(transfer.easy, 0)
        // libcurl passes on the bytes that it holds, but does not end a transfer that refuses them.
        guard !transfer.hasFailed else { return end(transfer, CurlFailure(code: CURLE_WRITE_ERROR)) }
        act(Self.timeoutSocket, events: 0)
    }

    /// Sets the time at which a transfer checks its timeout.
    func setDeadline(_ deadline: NIODeadline?, of number: Int) {
        transfers[number]?.deadline = deadline
        if let deadline { core.expect(deadline) }
    }

    private func end(_ transfer: CurlTransfer, _ failure: CurlFailure?) {
        let result = transfer.result(failure)
        drop(transfer, isComplete: failure == nil)
        transfer.transfer.finished(result)
    }

    /// Ends all transfers and closes all connections: the last call.
    func close() {
        for transfer in Array(transfers.values) {
            drop(transfer)
            transfer.transfer.finished(.failure(LoaderClosed()))
        }
        curl_multi_cleanup(multi)
        curl_share_cleanup(share)
    }

    // MARK: What libcurl asks for

    private func poll(_ file: CInt, _ what: CInt) {
        guard what != CURL_POLL_REMOVE else { return core.stopPolling(file) }
        core.setPolling(file, reads: what & CURL_POLL_IN != 0, writes: what & CURL_POLL_OUT != 0, client: self)
    }

    private func setTimer(_ delay: Int) {
        deadline = delay < 0 ? nil : .now() + .milliseconds(Int64(delay))
        if let deadline { core.expect(deadline) }
    }

    /// Opens a socket, and notes it as that of a connection to an origin.
    func openSocket(_ address: UnsafeMutablePointer<curl_sockaddr>?, origin: Substring) -> CInt {
        let file = playhead_socket_open(address)
        if file >= 0 { connections[file] = CurlConnection(file: file, isQUIC: playhead_socket_is_quic(address) != 0, origin: origin) }
        return file
    }

    /// Closes a socket.
    func closeSocket(_ file: CInt) {
        core.stopPolling(file)
        connections.removeValue(forKey: file)?.closed(settings.metrics)
        _ = Foundation.close(file)
    }

    /// Returns the connection with a local port; TCP and UDP may have the same one.
    func connection(localPort: CInt, isQUIC: Bool) -> CurlConnection? {
        let found = connections.values.filter { $0.hasPort(localPort) }
        return found.first { $0.isQUIC == isQUIC } ?? found.first
    }

    // MARK: Events

    /// Handles events of a socket.
    func handle(_ file: CInt, events: CInt) {
        connections[file]?.checkTraffic()
        act(file, events: events)
    }

    /// Whether a socket, which was read, waits before it is read again. QUIC does not wait, because its acknowledgements would.
    func pausesRead(of file: CInt) -> Bool {
        guard let connection = connections[file], !connection.isQUIC else { return false }
        return connection.pacing.pausesRead(at: .now())
    }

    /// Handles what is due.
    func handleDeadlines(at now: NIODeadline) {
        if let deadline {
            if deadline <= now {
                self.deadline = nil
                act(Self.timeoutSocket, events: 0)
            } else {
                core.expect(deadline)
            }
        }
        for (number, transfer) in transfers {
            guard let deadline = transfer.deadline else { continue }
            guard deadline <= now else {
                core.expect(deadline)
                continue
            }
            let connection = transfer.connection
            setDeadline(transfer.transfer.handleDeadline(at: now), of: number)
            guard transfer.transfer.isOver else { continue }
            // First, because libcurl would send the request again on another connection.
            remove(number)
            guard let connection, connections[connection.file] === connection else { continue }
            connection.closeIfSilent(since: transfer.lastProgress, at: now)
        }
    }

    private func act(_ file: CInt, events: CInt) {
        var running: CInt = 0
        call.pointee = playhead_call()
        curl_multi_socket_action(multi, file, events, &running)
        let orders = connecting
        connecting = []
        for order in orders { prepareConnections(for: order) }
        while true {
            let ended = playhead_multi_next(multi)
            guard let easy = ended.easy else { return }
            guard let number = numbers[easy], let transfer = transfers[number] else { continue }
            if transfer.startsAgain(after: ended.code) {
                curl_multi_remove_handle(multi, easy)
                if curl_multi_add_handle(multi, easy) == CURLM_OK { continue }
            }
            end(transfer, ended.code == CURLE_OK ? nil : CurlFailure(code: ended.code))
        }
    }
}

/// The failure of a transfer whose loader was shut down.
struct LoaderClosed: Error {}
