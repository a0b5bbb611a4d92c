import Foundation
import Synchronization

/// The files that a recording consists of, read from a folder when they are wanted, or held in memory.
package struct MediaFolder: Sendable {
    private let load: @Sendable (String, Range<Int>?) -> [UInt8]?

    /// Files in memory, by their paths.
    package init(files: [String: [UInt8]]) {
        load = { path, range in
            guard let bytes = files[path] else { return nil }
            guard let range else { return bytes }
            return range.upperBound <= bytes.count ? Array(bytes[range]) : nil
        }
    }

    /// A folder. Links that lead out of it are not followed.
    ///
    /// - Parameters:
    ///   - url: The folder.
    ///   - isKept: Whether what was read once stays in memory, for tests that ask often.
    /// - Throws: ``OriginError`` if it does not exist.
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

    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - path: Below the folder, decoded.
    ///   - range: Which of them; nil: all.
    /// - Returns: Nil if there is no such file, or it is shorter.
    package func bytes(_ path: String, _ range: Range<Int>? = nil) -> [UInt8]? { load(path, range) }

    /// The text of a file in UTF-8.
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
