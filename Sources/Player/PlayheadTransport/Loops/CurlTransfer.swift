import CCurl
import Foundation
import NIOCore
import NIOHTTP1

/// A transfer on its loop: a handle of libcurl, the checks of the response, and the decompression of the body.
final class CurlTransfer {
    private static let maximumRepeats = 3

    let transfer: any TransferReceiver
    let easy: UnsafeMutableRawPointer
    /// The time at which the transfer checks its timeout.
    var deadline: NIODeadline?
    private unowned let client: CurlClient
    private let order: TransferOrder
    private var reader = ResponseReader()
    private var inflater: Inflater?
    private(set) var connection: CurlConnection?
    /// The time of the request, or of its last bytes.
    private(set) var lastProgress = NIODeadline.now()
    private var failure: (any Error)?
    /// Whether the response was refused.
    var hasFailed: Bool { failure != nil }
    /// Whether the request was sent on a connection that had another request before.
    private var isOnReusedConnection = false
    private var repeats = 0
    /// The end of the TLS session.
    private var end: UnsafeMutablePointer<playhead_end>?
    /// Whether the end of the connection is that of the body.
    private var isEndedByClose = false
    private var lists: [UnsafeMutablePointer<curl_slist>?] = []

    /// Creates a transfer; `nil` if there is too little memory, or the certificate authorities are invalid.
    init?(_ transfer: any TransferReceiver, _ order: TransferOrder, client: CurlClient) {
        guard client.trust.isValid || !order.isSecure, let easy = curl_easy_init() else { return nil }
        self.transfer = transfer
        self.order = order
        self.client = client
        self.easy = easy
        setCallbacks()
        setRequest()
        setServer()
        setProxy()
    }

    deinit {
        if let end { _ = playhead_release_end(end) }
        curl_easy_cleanup(easy)
        for list in lists { curl_slist_free_all(list) }
    }

    // MARK: Options

    private func setCallbacks() {
        playhead_set_callbacks(
            easy, Unmanaged.passUnretained(self).toOpaque(),
            { bytes, size, count, context in CurlTransfer.from(context)?.receive(bytes, size.saturatingMultiplied(by: count)) ?? 0 },
            { bytes, size, count, context in CurlTransfer.from(context)?.receiveLine(bytes, size.saturatingMultiplied(by: count)) ?? 0 },
            { context, address, _, _, port in
                CurlTransfer.from(context)?.begin(address, port)
                return 0
            },
            { context, _, address in
                CurlTransfer.from(context).map { $0.client.openSocket(address, origin: $0.order.origin) } ?? -1
            },
            Unmanaged.passUnretained(client).toOpaque(),
            { context, file in
                CurlClient.from(context)?.closeSocket(file)
                return 0
            },
            client.call)
    }

    private func setRequest() {
        playhead_set_rules(easy)
        playhead_set_string(easy, CURLOPT_URL, order.url)
        playhead_set_long(easy, CURLOPT_BUFFERSIZE, 64 << 10)
        // `Expect` would delay content, and `Content-Type` is ours.
        playhead_set_list(
            easy, CURLOPT_HTTPHEADER, list(order.fields + ["Expect:"] + (order.content?.type == nil ? ["Content-Type:"] : [])))
        playhead_set_list(easy, CURLOPT_HTTP200ALIASES, client.aliases)
        if order.isSpare {
            playhead_set_unsent(easy)
            playhead_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
        }
        guard let content = order.content else { return }
        // A connection that the server has closed meanwhile would submit the content a second time.
        playhead_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
        if content.method != .delete || !content.bytes.isEmpty {
            content.bytes.withUnsafeBytes { _ = playhead_set_content(easy, $0.baseAddress, $0.count) }
        }
        playhead_set_string(easy, CURLOPT_CUSTOMREQUEST, content.method.rawValue)
    }

    private func setServer() {
        playhead_set_version(easy, !order.isSecure ? 1 : order.allowsHTTP3 ? 3 : 2)
        playhead_set_long(easy, CURLOPT_PIPEWAIT, order.isSecure && playhead_multiplexes() != 0 ? 1 : 0)
        if client.connections.values.contains(where: { $0.takesNoRequest && $0.origin == order.origin }) {
            playhead_set_long(easy, CURLOPT_FRESH_CONNECT, 1)
        }
        playhead_set_long(easy, CURLOPT_CONNECTTIMEOUT_MS, 10_000)
        playhead_set_long(easy, CURLOPT_MAXAGE_CONN, CurlClient.idleTime)
        playhead_set_pointer(easy, CURLOPT_SHARE, client.share)
        client.trust.apply(to: easy)
    }

    private func setProxy() {
        playhead_set_string(easy, CURLOPT_NOPROXY, "")
        guard let proxy = order.proxy else {
            playhead_set_string(easy, CURLOPT_PROXY, "")
            return
        }
        playhead_set_string(easy, CURLOPT_PROXY, "\(proxy.scheme.rawValue)://\(proxy.authority)")
        playhead_set_list(easy, CURLOPT_PROXYHEADER, list(["Proxy-Connection:"]))
        guard let credentials = proxy.credentials else { return }
        let parts = credentials.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        playhead_set_string(easy, CURLOPT_PROXYUSERNAME, String(parts[0]))
        playhead_set_string(easy, CURLOPT_PROXYPASSWORD, parts.count > 1 ? String(parts[1]) : "")
    }

    private func list(_ lines: [String]) -> UnsafeMutablePointer<curl_slist>? {
        var list: UnsafeMutablePointer<curl_slist>?
        for line in lines { list = curl_slist_append(list, line) }
        lists.append(list)
        return list
    }

    // MARK: What libcurl reports

    private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
        context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Handles that the request is about to be sent on a connection.
    private func begin(_ address: UnsafeMutablePointer<CChar>?, _ port: CInt) {
        leaveConnection()
        let isSecure = order.isSecure
        let tls = playhead_get_tls(easy)
        let connection = client.connection(localPort: port, isQUIC: isSecure && (tls.is_known == 0 || tls.version == 3))
        self.connection = connection
        lastProgress = .now()
        isOnReusedConnection = connection?.record != nil
        let networkProtocol: NetworkProtocol = connection?.isQUIC == true ? .http3 : isSecure && tls.version == 2 ? .http2 : .http1
        if let connection, connection.record == nil {
            let metrics = client.settings.metrics
            let record = ConnectionRecord(
                id: metrics.nextConnection(), opened: metrics.clock.now, address: address.map { String(cString: $0) }, isSecure: isSecure,
                networkProtocol: networkProtocol, isResumed: isSecure && tls.is_resumed != 0,
                phases: ConnectionPhases(of: easy, hasTLS: isSecure && networkProtocol != .http3))
            connection.open(record, metrics)
        }
        connection?.begin(transfer.identity)
        if !isOnReusedConnection { client.connected(for: order) }
        reader = ResponseReader()
        transfer.requestSent()
    }

    /// Ends the part of the transfer in its connection, and notes whether the response was read to its end.
    func leaveConnection(isComplete: Bool = false) {
        connection?.end(transfer.identity, isComplete: isComplete)
        connection = nil
    }

    private func receiveLine(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes, !transfer.isOver else { return playhead_abort }
        lastProgress = .now()
        connection?.used(count)
        do throws(ResponseViolation) {
            let line = UnsafeRawBufferPointer(start: bytes, count: count)
            if let head = try reader.read(line) { receive(head) }
        } catch {
            failure = error
        }
        return failure == nil ? count : playhead_abort
    }

    private func receive(_ head: HTTPResponseHead) {
        connection?.pacing.head(length: head.headers.first(name: "Content-Length").flatMap { Int64($0) }, on: transfer.identity)
        var head = head
        let ignoredCoding = ContentCoding.ignore(in: &head.headers)
        let address = playhead_get_string(easy, CURLINFO_PRIMARY_IP).map { String(cString: $0) }
        if (200...299).contains(head.status.code) {
            inflater = ContentCoding.name(in: head.headers).flatMap(ContentCoding.init).map {
                Inflater($0, limit: client.settings.decompressionLimit)
            }
        }
        // Without a length, the connection's end is that of the body, and a close without notice may have truncated it (RFC 9112 §9.8).
        isEndedByClose =
            head.version.major == 1 && !head.headers.contains(name: "Content-Length") && !head.headers.contains(name: "Transfer-Encoding")
        if order.isSecure, end == nil { end = playhead_keep_end(easy) }
        let next = transfer.receive(head, from: address, connection: connection?.respond(), ignoredCoding: ignoredCoding)
        client.setDeadline(next, of: transfer.identity)
    }

    private func receive(_ bytes: UnsafeMutablePointer<CChar>?, _ count: Int) -> Int {
        guard let bytes, reader.hasHead else { return playhead_abort }
        switch transfer.arrival() {
        case .over: return playhead_abort
        case .holdBack: return playhead_pause
        case .accept: break
        }
        lastProgress = .now()
        connection?.used(count)
        connection?.pacing.received(count, on: transfer.identity)
        let data = UnsafeRawBufferPointer(start: bytes, count: count)
        guard inflater != nil else {
            transfer.receive(data)
            return count
        }
        do {
            try inflater?.inflate(data) { transfer.receive($0) }
            return count
        } catch {
            failure = error
            return playhead_abort
        }
    }

    /// Whether a request that has failed is sent again: its connection was used before, and ended before the response. libcurl does that
    /// itself over HTTP/1.1.
    func startsAgain(after code: CURLcode) -> Bool {
        let ends = [
            CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_HTTP3, CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR,
        ]
        let isStale = isOnReusedConnection && ends.contains(code) && order.content == nil && failure == nil && !reader.hasBegun
        guard isStale, !transfer.isOver, repeats < Self.maximumRepeats else { return false }
        repeats += 1
        leaveConnection()
        return true
    }

    /// Returns the result of the transfer, which has ended with a failure of libcurl, or without one.
    func result(_ failure: CurlFailure?) -> Result<Void, any Error> {
        if let own = self.failure { return .failure(own) }
        if var failure {
            failure.systemError = CInt(truncatingIfNeeded: playhead_get_long(easy, CURLINFO_OS_ERRNO))
            failure.verification = playhead_get_long(easy, CURLINFO_SSL_VERIFYRESULT)
            failure.proxyStatus = playhead_get_long(easy, CURLINFO_HTTP_CONNECTCODE)
            return .failure(failure)
        }
        if let end {
            self.end = nil
            let session = playhead_release_end(end)
            // libcurl takes a cut body before trailers that do not end for complete.
            guard session.is_cut == 0, session.is_announced != 0 || !isEndedByClose else {
                return .failure(CurlFailure(code: CURLE_RECV_ERROR))
            }
        }
        if let inflater, inflater.isTruncated { return .failure(InflateFailure.truncated) }
        return .success(())
    }
}
