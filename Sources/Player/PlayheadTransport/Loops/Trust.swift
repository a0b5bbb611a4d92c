import CCurl
import Foundation

/// The certificate authorities of a client.
struct Trust {
    /// The directory of the system's authorities, which are read when a server needs them; `nil` to read libcurl's file of them.
    private let directory: String?
    /// Further authorities in PEM form, and the system's if they have no directory; `nil` for none.
    private let certificates: [UInt8]?
    /// Whether all files were read.
    let isValid: Bool

    /// Reads files of authorities, which are trusted in addition to the system's.
    init(additional: [URL], directory: String? = SystemTrust.directory) {
        self.directory = directory
        guard !additional.isEmpty else {
            certificates = nil
            isValid = true
            return
        }
        var files = additional.map(\.path)
        if directory == nil, let bundle = SystemTrust.bundle { files.append(bundle) }
        let contents = files.map { FileManager.default.contents(atPath: $0) ?? Data() }
        isValid = contents.prefix(additional.count).allSatisfy { $0.firstRange(of: Data("-----BEGIN ".utf8)) != nil }
        certificates = Array(contents.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// Sets the authorities of a request.
    func apply(to easy: UnsafeMutableRawPointer) {
        if let directory {
            for option in [CURLOPT_CAINFO, CURLOPT_PROXY_CAINFO] { playhead_set_string(easy, option, nil) }
            for option in [CURLOPT_CAPATH, CURLOPT_PROXY_CAPATH] { playhead_set_string(easy, option, directory) }
        }
        certificates?.withUnsafeBytes { bytes in
            for option in [CURLOPT_CAINFO_BLOB, CURLOPT_PROXY_CAINFO_BLOB] {
                _ = playhead_set_certificates(easy, option, bytes.baseAddress, bytes.count)
            }
        }
    }
}
