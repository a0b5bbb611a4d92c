import Foundation

/// The files and folders in a folder, by the bytes of their names, which need not be UTF-8. Pipes and devices are left out.
struct FolderContents: Sequence, IteratorProtocol {
    /// A file, a link to one, or a folder.
    struct Entry {
        /// The bytes of the path.
        var path: [UInt8]
        /// The name as text, with U+FFFD for what is not UTF-8.
        var name: String
        /// Whether it is a folder and no link.
        var isFolder: Bool
    }

    #if canImport(Darwin)
        private typealias Pointer = UnsafeMutablePointer<DIR>
    #else
        private typealias Pointer = OpaquePointer
    #endif

    private final class Stream {
        let pointer: Pointer

        init(_ pointer: Pointer) { self.pointer = pointer }

        deinit { closedir(pointer) }
    }

    private let folder: [UInt8]
    private let stream: Stream

    /// Opens a folder; `nil` if it cannot be read.
    init?(_ folder: [UInt8]) {
        guard !folder.isEmpty, let pointer = opendir(Self.string(folder)) else { return nil }
        self.folder = folder.last == UInt8(ascii: "/") ? folder : folder + [UInt8(ascii: "/")]
        stream = Stream(pointer)
    }

    func next() -> Entry? {
        while let entry = readdir(stream.pointer) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            let path = folder + name
            var status = stat()
            guard name != Array(".".utf8), name != Array("..".utf8), lstat(Self.string(path), &status) == 0,
                [S_IFREG, S_IFLNK, S_IFDIR].contains(status.st_mode & S_IFMT)
            else { continue }
            return Entry(path: path, name: String(decoding: name, as: UTF8.self), isFolder: status.st_mode & S_IFMT == S_IFDIR)
        }
        return nil
    }

    private static func string(_ path: [UInt8]) -> [CChar] { path.map { CChar(bitPattern: $0) } + [0] }
}
