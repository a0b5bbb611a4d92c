import Foundation
import NIOSSL

/// A certificate with its key, by which a ``LoopbackOrigin`` speaks https. It signs itself, so that whoever is to trust it has to name it as an authority.
package struct OriginIdentity: Sendable {
    /// The certificate, in PEM.
    package let certificate: URL
    /// Its private key, in PEM.
    package let key: URL

    /// Takes what is there already.
    ///
    /// - Parameters:
    ///   - certificate: A file with the certificate in PEM, and what leads from it to an authority.
    ///   - key: A file with its private key in PEM.
    package init(certificate: URL, key: URL) {
        self.certificate = certificate
        self.key = key
    }

    /// What connections are made secure by.
    func context() throws -> NIOSSLContext {
        let chain = try NIOSSLCertificate.fromPEMFile(certificate.path).map { NIOSSLCertificateSource.certificate($0) }
        let key = NIOSSLPrivateKeySource.privateKey(try NIOSSLPrivateKey(file: key.path, format: .pem))
        var configuration = TLSConfiguration.makeServerConfiguration(certificateChain: chain, privateKey: key)
        configuration.applicationProtocols = ["http/1.1"]
        return try NIOSSLContext(configuration: configuration)
    }
}
