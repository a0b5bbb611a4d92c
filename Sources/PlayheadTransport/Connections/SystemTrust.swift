import Foundation
import NIOSSL

/// The certificate authorities of the system.
enum SystemTrust {
    private static let directory = "/etc/ssl/certs"
    private static let bundle = "/etc/ssl/certs/ca-certificates.crt"

    /// The trusted authorities.
    static var roots: NIOSSLTrustRoots { roots(directory: directory, bundle: bundle) }

    /// Returns the directory if it has every certificate of the bundle, otherwise the default of the TLS library, which is both.
    ///
    /// Certificates of a directory are loaded by the hash of their name when a server needs them. Loading all of a bundle delays the first
    /// request of each client by 10 ms, and takes 2 MB.
    static func roots(directory: String, bundle: String) -> NIOSSLTrustRoots {
        guard let text = FileManager.default.contents(atPath: bundle),
            let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
        else { return .default }
        let count = count(of: "-----BEGIN CERTIFICATE-----", in: text)
        return count > 0 && names.count(where: isHash) >= count ? .file(directory) : .default
    }

    /// Whether a name is a hash of 8 hexadecimal digits and a number, as `openssl rehash` creates.
    private static func isHash(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 8, !parts[1].isEmpty else { return false }
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
        return parts[0].allSatisfy { digits.contains($0) || letters.contains($0) } && parts[1].allSatisfy(digits.contains)
    }

    /// Returns the number of lines that begin with `start`.
    private static func count(of start: String, in text: Data) -> Int {
        text.withUnsafeBytes { bytes in
            bytes.indices.count { index in
                (index == 0 || bytes[index - 1] == UInt8(ascii: "\n")) && bytes[index...].starts(with: start.utf8)
            }
        }
    }
}
