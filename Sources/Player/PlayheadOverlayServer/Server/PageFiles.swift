import Foundation
import PlayheadOverlay

/// The files that pages can load: those of a folder, and the module for pages.
package struct PageFiles: Sendable {
    /// A file as it is sent.
    package struct File: Sendable, Hashable {
        package var type: String
        package var bytes: [UInt8]
    }

    static let modulePath = "/playhead/overlay.js"
    private static let maximumBytes = 32 * 1024 * 1024

    /// The folder's real path; `nil` where the page is elsewhere.
    private let root: String?

    /// - Throws: `CocoaError` if it is no folder.
    package init(folder: URL?) throws {
        guard let folder else {
            root = nil
            return
        }
        var isFolder: ObjCBool = false
        let path = folder.resolvingSymlinksInPath().path
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: folder.path])
        }
        root = path
    }

    /// The content-security policy of our own pages: only what comes from here, nothing in frames, and connections to `connections` besides.
    package static func contentPolicy(connections: String = "") -> String {
        "default-src 'self'; connect-src 'self'\(connections); img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; "
            + "frame-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    }

    /// The file of a request's target, or `nil`.
    package func file(target: String) -> File? {
        let encoded = target.prefix { $0 != "?" && $0 != "#" }
        guard let path = encoded.removingPercentEncoding, path.hasPrefix("/"), !path.contains("\0"), !path.contains("\\") else {
            return nil
        }
        switch path {
        case Self.modulePath: return File(type: "text/javascript; charset=utf-8", bytes: PackageResources.overlay_js)
        case "/playhead/overlay.d.ts": return File(type: "text/plain; charset=utf-8", bytes: Array(TypeScript.text.utf8))
        case "/playhead/messages.schema.json": return File(type: "application/schema+json", bytes: Array(JSONSchema.text.utf8))
        default: return folderFile(path)
        }
    }

    private func folderFile(_ path: String) -> File? {
        guard let root, !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }) else { return nil }
        let name = path.hasSuffix("/") ? path + "index.html" : path
        // Links that lead out of the folder are not followed.
        let file = URL(fileURLWithPath: root + name).resolvingSymlinksInPath()
        guard file.path.hasPrefix(root + "/"), let values = try? file.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey]),
            values.isRegularFile == true, let size = values.fileSize, size <= Self.maximumBytes, let data = try? Data(contentsOf: file)
        else { return nil }
        return File(type: Self.types[file.pathExtension.lowercased()] ?? "application/octet-stream", bytes: Array(data))
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8", "mjs": "text/javascript; charset=utf-8",
        "css": "text/css; charset=utf-8", "json": "application/json", "svg": "image/svg+xml", "png": "image/png", "jpg": "image/jpeg",
        "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif", "ico": "image/x-icon", "woff2": "font/woff2",
        "woff": "font/woff", "ttf": "font/ttf", "txt": "text/plain; charset=utf-8", "wasm": "application/wasm",
    ]
}
