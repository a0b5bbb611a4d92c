import Foundation
import NIOSSL

/// A certificate with its key, by which a ``LoopbackOrigin`` speaks https. It signs itself, so that whoever is to trust it has to name it as an authority.
public struct OriginIdentity: Sendable {
    /// The certificate, in PEM.
    public let certificate: URL
    /// Its private key, in PEM.
    public let key: URL

    /// Takes what is there already.
    ///
    /// - Parameters:
    ///   - certificate: A file with the certificate in PEM, and what leads from it to an authority.
    ///   - key: A file with its private key in PEM.
    public init(certificate: URL, key: URL) {
        self.certificate = certificate
        self.key = key
    }

    /// Makes a new one with the `openssl` command.
    ///
    /// - Parameters:
    ///   - folder: Where its files are put; it has to exist, and should be empty.
    ///   - names: What it is for, each written `IP:127.0.0.1` or `DNS:localhost`.
    ///   - isExpired: Whether it was valid in 2020 only; otherwise it is valid from then to 2049.
    /// - Throws: ``SampleStreamError`` if the command is missing or fails, or the system's error if the files can't be written.
    public static func make(
        in folder: URL, names: [String] = ["IP:127.0.0.1", "DNS:localhost"], isExpired: Bool = false
    ) async throws -> OriginIdentity {
        let openssl = try Tool("openssl")
        let file = { (name: String) in folder.appendingPathComponent(name) }
        try Data(configuration(names).utf8).write(to: file("identity.conf"))
        // What it has signed is written there.
        try Data().write(to: file("index.txt"))
        let request = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=Playhead loopback origin"]
        _ = try await openssl.run(
            ["req", "-new", "-config", "identity.conf", "-keyout", "key.pem", "-out", "request.pem"] + request, in: folder)
        // Of its commands this one alone takes dates that have passed.
        let dates = ["-startdate", "20200101000000Z", "-enddate", isExpired ? "20210101000000Z" : "20491231000000Z"]
        _ = try await openssl.run(
            [
                "ca", "-batch", "-selfsign", "-notext", "-config", "identity.conf", "-keyfile", "key.pem", "-in", "request.pem", "-out",
                "certificate.pem",
            ]
                + dates, in: folder)
        return OriginIdentity(certificate: file("certificate.pem"), key: file("key.pem"))
    }

    private static func configuration(_ names: [String]) -> String {
        """
        [req]
        distinguished_name = name
        [name]
        [ca]
        default_ca = origin
        [origin]
        database = index.txt
        new_certs_dir = .
        rand_serial = yes
        default_md = sha256
        policy = policy
        x509_extensions = extensions
        [policy]
        commonName = supplied
        [extensions]
        subjectAltName = \(names.joined(separator: ","))
        basicConstraints = critical,CA:TRUE

        """
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
