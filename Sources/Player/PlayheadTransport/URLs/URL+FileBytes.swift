import Foundation
import PlayheadCore

/// Names of files are bytes and need not be UTF-8, in which case Foundation's path of `file:///caf%E9.mp4` is empty.
extension URL {
    /// Makes the URL of a file.
    /// - Parameter path: The bytes of the path; a relative path starts in the current directory.
    package init?(fileBytes path: [UInt8]) {
        if let text = String(validating: path, as: UTF8.self) {
            self.init(fileURLWithPath: text)
            return
        }
        var bytes = path
        if path.first != UInt8(ascii: "/") {
            guard let folder = getcwd(nil, 0) else { return nil }
            defer { free(folder) }
            bytes = UnsafeBufferPointer(start: folder, count: strlen(folder)).map { UInt8(bitPattern: $0) } + [UInt8(ascii: "/")] + path
        }
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/".utf8)
        let digits = Array("0123456789ABCDEF".utf8)
        let encoded = bytes.flatMap { byte in
            plain.contains(byte) ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        self.init(string: "file://" + String(decoding: encoded, as: UTF8.self))
    }

    /// The bytes of the path without percent encoding; empty if the path has a zero byte, at which the system would end it.
    package var fileBytes: [UInt8] {
        var bytes: [UInt8] = []
        var rest = Substring(path(percentEncoded: true)).utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) {
                rest = rest.dropFirst(2)
                bytes.append(code)
            } else {
                bytes.append(byte)
            }
        }
        return bytes.contains(0) ? [] : bytes
    }

    /// The reason why a `file` URL cannot be opened if it names another machine (RFC 8089 §2); `nil` for a file of this machine.
    package var foreignFileReason: String? {
        guard let host = host(), !["", "localhost"].contains(host.lowercased()) else { return nil }
        return "The file is on another machine, \(host)."
    }

    /// The last part of the path for titles, without the values of secret parameters.
    package var titleName: String { isFileURL ? fileName : String(Secrets.blanked("/" + lastPathComponent).dropFirst()) }

    /// The file name as text, with U+FFFD for what is not UTF-8.
    package var fileName: String {
        let name = lastPathComponent
        guard name.isEmpty, let last = fileBytes.split(separator: UInt8(ascii: "/")).last else { return name }
        return String(decoding: last, as: UTF8.self)
    }
}
