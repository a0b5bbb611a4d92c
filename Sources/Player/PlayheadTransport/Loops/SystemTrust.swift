import CCurl
import Foundation

/// The certificate authorities of the system.
enum SystemTrust {
    /// The directory of the authorities; `nil` if it may have fewer than the bundle.
    static let directory = directory("/etc/ssl/certs", bundle: "/etc/ssl/certs/ca-certificates.crt")

    /// The file in which libcurl finds the authorities, if it has one.
    static var bundle: String? {
        guard let easy = curl_easy_init() else { return nil }
        defer { curl_easy_cleanup(easy) }
        return playhead_get_string(easy, CURLINFO_CAINFO).map { String(cString: $0) }
    }

    /// Returns the directory if it has every certificate of the bundle.
    ///
    /// Certificates of a directory are loaded by the hash of their name when a server needs them. Loading all of a bundle delays the first
    /// request of each client by 10 ms, and takes 2 MB.
    static func directory(_ directory: String, bundle: String) -> String? {
        guard let text = FileManager.default.contents(atPath: bundle),
            let names = try? FileManager.default.contentsOfDirectory(atPath: directory)
        else { return nil }
        let count = count(of: "-----BEGIN CERTIFICATE-----", in: text)
        return count > 0 && names.count(where: isHash) >= count ? directory : nil
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
