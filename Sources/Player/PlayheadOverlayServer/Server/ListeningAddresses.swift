import Foundation
import NIOCore

/// The addresses that a host and a port stand for.
enum ListeningAddresses {
    /// A name or port without an address.
    struct Failure: Error, CustomStringConvertible { let description: String }

    /// Looks up a name or a numeric address. Blocks.
    /// - Throws: ``Failure``.
    static func find(host: String, port: Int) throws -> [SocketAddress] {
        guard let number = UInt16(exactly: port) else { throw Failure(description: "a port must be from 0 to 65535") }
        var hints = addrinfo()
        #if canImport(Darwin)
            hints.ai_socktype = SOCK_STREAM
        #else
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #endif
        hints.ai_flags = AI_PASSIVE
        var first: UnsafeMutablePointer<addrinfo>?
        let status = getaddrinfo(host, String(number), &hints, &first)
        guard status == 0 else { throw Failure(description: String(cString: gai_strerror(status))) }
        defer { freeaddrinfo(first) }
        return sequence(first: first) { $0?.pointee.ai_next }.prefix { $0 != nil }.compactMap { entry in
            guard let entry, let address = entry.pointee.ai_addr else { return nil }
            let bytes = UnsafeRawBufferPointer(start: address, count: Int(entry.pointee.ai_addrlen))
            return socketAddress(bytes, family: entry.pointee.ai_family)
        }
    }

    private static func socketAddress(_ bytes: UnsafeRawBufferPointer, family: CInt) -> SocketAddress? {
        switch family {
        case AF_INET where bytes.count >= MemoryLayout<sockaddr_in>.size: SocketAddress(bytes.loadUnaligned(as: sockaddr_in.self))
        case AF_INET6 where bytes.count >= MemoryLayout<sockaddr_in6>.size: SocketAddress(bytes.loadUnaligned(as: sockaddr_in6.self))
        default: nil
        }
    }
}
