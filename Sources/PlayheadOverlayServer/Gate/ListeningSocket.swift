import FlyingSocks
import Foundation

/// A port that is listened on.
enum ListeningSocket {
    /// Waits for connections on an address of this machine.
    /// - Parameter port: 0 for a free one.
    static func open(host: String, port: Int) throws(ListeningError) -> (socket: Socket, port: Int) {
        var reason = "it is no address of this machine"
        do {
            guard let number = UInt16(exactly: port) else { throw Failure(description: "a port is from 0 to 65535") }
            for address in try addresses(host, number) {
                do { return try open(address) } catch SocketError.failed(_, _, let message) { reason = message }
            }
        } catch {
            reason = "\(error)"
        }
        throw ListeningError(host: host, port: port, reason: reason)
    }

    private struct Failure: Error, CustomStringConvertible { let description: String }

    private static func open(_ address: sockaddr_storage) throws -> (socket: Socket, port: Int) {
        let socket = try Socket(domain: Int32(address.ss_family))
        do {
            socket.keepFromChildren()
            try socket.setValue(true, for: .localAddressReuse)
            // FlyingSocks (0.27) can't bind to a `sockaddr_storage`.
            if Int32(address.ss_family) == AF_INET6 {
                try socket.bind(to: sockaddr_in6.make(from: address))
            } else {
                try socket.bind(to: sockaddr_in.make(from: address))
            }
            try socket.listen()
            switch try socket.sockname() {
            case .ip4(_, let port), .ip6(_, let port): return (socket, Int(port))
            case .unix: throw SocketError.unsupportedAddress
            }
        } catch {
            try? socket.close()
            throw error
        }
    }

    /// What a name or a number stands for.
    private static func addresses(_ host: String, _ port: UInt16) throws -> [sockaddr_storage] {
        var hints = addrinfo()
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        hints.ai_flags = AI_PASSIVE
        var first: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(port), &hints, &first)
        guard status == 0 else { throw Failure(description: String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(first) }
        return sequence(first: first) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
            guard let entry, let from = entry.pointee.ai_addr else { return nil }
            var address = sockaddr_storage()
            let size = min(MemoryLayout<sockaddr_storage>.size, Int(entry.pointee.ai_addrlen))
            withUnsafeMutableBytes(of: &address) { $0.copyMemory(from: UnsafeRawBufferPointer(start: from, count: size)) }
            return address
        }
    }
}

extension Socket {
    /// Programs that are started from this one don't get it.
    func keepFromChildren() { _ = fcntl(file.rawValue, F_SETFD, FD_CLOEXEC) }

    /// Says to the other side that no more is written.
    func finishWriting() { shutdown(file.rawValue, Int32(SHUT_WR)) }

    /// Sends small messages at once, not with what may follow (TCP).
    func sendAtOnce() { try? setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY)) }
}
