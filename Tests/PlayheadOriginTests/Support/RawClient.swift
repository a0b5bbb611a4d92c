import Foundation

#if canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// A blocking TCP client that exposes the exact bytes of a connection and how the connection ends. It blocks its own threads, because those
/// of Dispatch also run tasks.
final class RawClient: Sendable {
    enum Ending: Equatable { case end, reset, timeout }

    private let descriptor: CInt

    init(port: Int) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard result == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        // A timeout, so that a broken origin fails a test instead of hanging it.
        var limit = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Closes the connection in both directions.
    func shutDown() {
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
    }

    func send(_ text: String) {
        let bytes = Array(text.utf8)
        _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Reads until the connection ends.
    func readAll() async -> (bytes: [UInt8], ending: Ending) {
        await onThread {
            var bytes: [UInt8] = []
            while true {
                switch self.read(65_536) {
                case .success(let more): bytes += more
                case .failure(let ending): return (bytes, ending.ending)
                }
            }
        }
    }

    /// Reads until `count` bytes have arrived, or the connection ends.
    func read(count: Int) async -> [UInt8] {
        await onThread {
            var bytes: [UInt8] = []
            while bytes.count < count, case .success(let more) = self.read(count - bytes.count) { bytes += more }
            return bytes
        }
    }

    /// Reads the header section of a response.
    func readHead() async -> Reply {
        await onThread {
            var bytes: [UInt8] = []
            while !bytes.suffix(4).elementsEqual("\r\n\r\n".utf8), case .success(let more) = self.read(1) { bytes += more }
            return Reply(bytes)
        }
    }

    /// Sends a request and reads a whole response, with the length in `Content-Length`.
    func get(_ path: String, method: String = "GET", headers: [String] = []) async -> Reply {
        send((["\(method) /\(path) HTTP/1.1", "Host: test"] + headers).joined(separator: "\r\n") + "\r\n\r\n")
        var reply = await readHead()
        if method != "HEAD", let length = reply.headers["content-length"].flatMap({ Int($0) }) {
            reply.body = await read(count: length)
        }
        return reply
    }

    private struct Failure: Error { let ending: Ending }

    private func read(_ count: Int) -> Result<[UInt8], Failure> {
        var buffer = [UInt8](repeating: 0, count: count)
        let result = recv(descriptor, &buffer, count, 0)
        if result > 0 { return .success(Array(buffer.prefix(result))) }
        if result == 0 { return .failure(Failure(ending: .end)) }
        return .failure(Failure(ending: errno == ECONNRESET ? .reset : .timeout))
    }

    private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: body()) }
        }
    }
}

/// A parsed response.
struct Reply: Sendable {
    var status = 0
    var headers: [String: String] = [:]
    var body: [UInt8] = []

    var text: String { String(decoding: body, as: UTF8.self) }

    init(_ bytes: [UInt8]) {
        let separator = Array("\r\n\r\n".utf8)
        let end = bytes.indices.first { bytes[$0...].starts(with: separator) } ?? bytes.count
        body = Array(bytes.dropFirst(end + separator.count))
        let lines = String(decoding: bytes[..<end], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        status = words.count > 1 ? Int(words[1]) ?? 0 : 0
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { continue }
            headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
    }
}
