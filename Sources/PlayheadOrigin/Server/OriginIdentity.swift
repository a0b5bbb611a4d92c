import Foundation
import NIOSSL

/// A self-signed certificate and its key for https of a ``LoopbackOrigin``. A client must name the certificate as an authority to trust it.
package struct OriginIdentity: Sendable {
    /// The certificate, in PEM.
    package let certificate: URL
    /// The private key of the certificate, in PEM.
    package let key: URL

    /// Uses existing files.
    ///
    /// - Parameters:
    ///   - certificate: A file with the certificate in PEM, followed by its chain to an authority.
    ///   - key: A file with the private key of the certificate in PEM.
    package init(certificate: URL, key: URL) {
        self.certificate = certificate
        self.key = key
    }

    /// Creates the TLS context for connections.
    func context() throws -> NIOSSLContext {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate.path).map { NIOSSLCertificateSource.certificate($0) }
        let key = NIOSSLPrivateKeySource.privateKey(try NIOSSLPrivateKey(file: key.path, format: .pem))
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        configuration.applicationProtocols = ["http/1.1"]
        return try NIOSSLContext(configuration: configuration)
    }
}
