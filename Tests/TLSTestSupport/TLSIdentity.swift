import Foundation
import PlayheadSamples

/// A self-signed certificate and its key for a server on loopback. A client must name the certificate as an authority to trust it.
package struct TLSIdentity: Sendable {
    /// The certificate, in PEM.
    package let certificate: URL
    /// The private key of the certificate, in PEM.
    package let key: URL

    /// Makes a new identity with the `openssl` command.
    ///
    /// - Parameters:
    ///   - folder: The folder for the files; must exist, and should be empty.
    ///   - names: The subject alternative names, each as `IP:127.0.0.1` or `DNS:localhost`.
    ///   - isExpired: Whether the certificate was valid only in 2020; otherwise it is valid from then to 2049.
    /// - Returns: The certificate and its key, as files in the folder.
    /// - Throws: `SampleStreamError` if the command is missing or fails, or the system's error if the files can't be written.
    package static func make(
        in folder: URL, names: [String] = ["IP:127.0.0.1", "DNS:localhost"], isExpired: Bool = false
    ) async throws -> TLSIdentity {
        let openssl = try Tool("openssl")
        let file = { (name: String) in folder.appendingPathComponent(name) }
        try Data(configuration(names).utf8).write(to: file("identity.conf"))
        // The index of the signed certificates.
        try Data().write(to: file("index.txt"))
        let request = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=Playhead loopback origin"]
        _ = try await openssl.run(
            ["req", "-new", "-config", "identity.conf", "-keyout", "key.pem", "-out", "request.pem"] + request, in: folder)
        // Only this command of `openssl` accepts dates in the past.
        let dates = ["-startdate", "20200101000000Z", "-enddate", isExpired ? "20210101000000Z" : "20491231000000Z"]
        _ = try await openssl.run(
            [
                "ca", "-batch", "-selfsign", "-notext", "-config", "identity.conf", "-keyfile", "key.pem", "-in", "request.pem", "-out",
                "certificate.pem",
            ]
                + dates, in: folder)
        return TLSIdentity(certificate: file("certificate.pem"), key: file("key.pem"))
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
}
