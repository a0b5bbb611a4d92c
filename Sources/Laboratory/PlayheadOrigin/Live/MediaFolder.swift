import Foundation
import Synchronization

/// The files of a recording, read from a folder on demand, or held in memory.
package struct MediaFolder: Sendable {
    private let load: @Sendable (String, Range<Int>?) -> [UInt8]?

    /// Creates a folder of files in memory, by path.
    package init(files: [String: [UInt8]]) {
        load = { path, range in
            guard let bytes = files[path] else { return nil }
            guard let range else { return bytes }
            return range.upperBound <= bytes.count ? Array(bytes[range]) : nil
        }
    }

    /// Opens a folder. Links that lead out of it are not followed.
    ///
    /// - Parameters:
    ///   - url: The folder.
    ///   - isKept: Whether files stay in memory once read, for tests with many requests.
    /// - Throws: ``OriginError`` if the folder does not exist.
    package init(_ url: URL, isKept: Bool = false) throws {
        guard let root = resolvedPath(url.path) else { throw OriginError.noSuchFolder(url) }
        let read: @Sendable (String, Range<Int>?) -> [UInt8]? = { path, range in
            guard let file = resolvedPath(root + "/" + path), file.hasPrefix(root == "/" ? root : root + "/"),
                let opened = OpenFile(path: file)
            else { return nil }
            let range = range ?? 0..<opened.length
            guard range.lowerBound >= 0, range.upperBound <= opened.length else { return nil }
            return [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
                count = opened.read(into: UnsafeMutableRawBufferPointer(buffer), at: range.lowerBound)
            }
        }
        guard isKept else {
            load = read
            return
        }
        let kept = KeptFiles()
        load = { path, range in
            guard let bytes = kept.bytes(path, read: { read(path, nil) }) else { return nil }
            guard let range else { return bytes }
            return range.upperBound <= bytes.count ? Array(bytes[range]) : nil
        }
    }

    /// Returns the bytes of a file.
    ///
    /// - Parameters:
    ///   - path: The decoded path below the folder.
    ///   - range: The range to read; nil: the whole file.
    /// - Returns: The bytes; nil if the file does not exist or is shorter than the range.
    package func bytes(_ path: String, _ range: Range<Int>? = nil) -> [UInt8]? { load(path, range) }

    /// Returns the text of a file in UTF-8.
    func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }
}

private final class KeptFiles: Sendable {
    private let files = Mutex<[String: [UInt8]]>([:])

    func bytes(_ path: String, read: () -> [UInt8]?) -> [UInt8]? {
        files.withLock { files in
            if let bytes = files[path] { return bytes }
            let bytes = read()
            files[path] = bytes
            return bytes
        }
    }
}
