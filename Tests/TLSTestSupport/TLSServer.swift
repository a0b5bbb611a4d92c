import CSSL
import NIOCore

/// Adds TLS to the connections of a server. It uses OpenSSL on bytes in memory; SwiftNIO reads and writes them.
package final class TLSServer: Sendable {
    /// An error of OpenSSL.
    package struct Failure: Error, CustomStringConvertible {
        /// The library's message.
        package let description: String

        /// Takes the oldest error of the thread.
        init() {
            var text = [CChar](repeating: 0, count: 256)
            ERR_error_string_n(ERR_get_error(), &text, text.count)
            description = text.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        }
    }

    /// OpenSSL's context. It is not changed after the initializer, and counts its references atomically.
    nonisolated(unsafe) let context: OpaquePointer
    let announcesEnd: Bool
    /// The protocols as on the wire (RFC 7301 §3.1), at a fixed place, because OpenSSL keeps a pointer to the selected one.
    nonisolated(unsafe) private let protocols: UnsafeMutableBufferPointer<UInt8>

    /// Creates a server with a certificate.
    /// - Throws: ``Failure`` if the certificate or the key is invalid.
    package init(_ identity: TLSIdentity, _ settings: TLSSettings = TLSSettings()) throws {
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw Failure() }
        self.context = context
        announcesEnd = settings.announcesEnd
        let names = settings.protocols.flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) }
        protocols = .allocate(capacity: names.count)
        _ = protocols.initialize(from: names)
        // The system's settings allow neither old versions nor their ciphers.
        SSL_CTX_set_security_level(context, 0)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MIN_PROTO_VERSION, TLSSettings.Version.tls10.rawValue, nil)
        SSL_CTX_ctrl(context, SSL_CTRL_SET_MAX_PROTO_VERSION, settings.newestVersion.rawValue, nil)
        SSL_CTX_set_alpn_select_cb(
            context,
            { _, selected, count, offered, offeredCount, server in
                guard let selected, let server else { return SSL_TLSEXT_ERR_ALERT_FATAL }
                let protocols = Unmanaged<TLSServer>.fromOpaque(server).takeUnretainedValue().protocols
                let result = selected.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 1) {
                    SSL_select_next_proto($0, count, protocols.baseAddress, UInt32(protocols.count), offered, offeredCount)
                }
                return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL
            }, Unmanaged.passUnretained(self).toOpaque())
        guard SSL_CTX_use_certificate_chain_file(context, identity.certificate.path) == 1,
            SSL_CTX_use_PrivateKey_file(context, identity.key.path, SSL_FILETYPE_PEM) == 1
        else { throw Failure() }
    }

    deinit {
        SSL_CTX_free(context)
        protocols.deallocate()
    }

    /// Adds TLS to a new connection; called on its event loop, before the handlers of its protocol are added.
    package func secure(_ channel: any Channel) throws {
        try channel.pipeline.syncOperations.addHandler(try TLSServerHandler(self))
    }
}
