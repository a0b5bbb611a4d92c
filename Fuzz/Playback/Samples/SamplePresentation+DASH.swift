import Foundation
import PlayheadOrigin

extension SamplePresentation {
    /// The manifest of DASH on demand of this presentation of fragmented MP4, with the same files.
    /// - Throws: `RecordedPresentationError` if its segments are no clear fragmented MP4.
    func asDASH() throws -> SamplePresentation {
        let recording = try RecordedPresentation(entry: entry, in: MediaFolder(files: files), hasManifest: true)
        return with(manifest: recording.manifest, named: recording.manifestPath, files: files)
    }

    /// The manifest of DASH for the segments of `encrypted`, the same presentation in Common Encryption, that have the first key; a license of
    /// W3C Clear Key is beside them.
    /// - Throws: `RecordedPresentationError` if the segments of this presentation are no clear fragmented MP4.
    func asProtectedDASH(_ encrypted: SamplePresentation) throws -> SamplePresentation {
        var clear = files
        clear[entry] = Self.firstSegments(of: files[entry] ?? [])
        let recording = try RecordedPresentation(entry: entry, in: MediaFolder(files: clear), hasManifest: true)
        let protection = """
            <ContentProtection schemeIdUri="urn:uuid:e2719d58-a985-b3c9-781a-b030af78d30e"><Laurl>\(Self.license)</Laurl></ContentProtection>

            """
        let manifest = recording.manifest.replacing("<Representation ", with: protection + "<Representation ", maxReplacements: 1)
        var files = encrypted.files
        let key = #"{"keys":[{"kty":"oct","kid":"\#(Self.base64(Self.keyID))","k":"\#(Self.base64(files["key0.bin"] ?? []))"}]}"#
        files[Self.license] = Array(key.utf8)
        return encrypted.with(manifest: manifest, named: recording.manifestPath, files: files)
    }

    private static let license = "license.json"
    /// The id of the keys of encrypted samples.
    private static let keyID = [UInt8](repeating: 0xA7, count: 16)
    /// The number of segments with the same key.
    private static let segmentsPerKey = 2

    private func with(manifest: String, named path: String, files: [String: [UInt8]]) -> SamplePresentation {
        var files = files
        files[path] = Array(manifest.utf8)
        return SamplePresentation(name: "\(name), DASH", entry: path, files: files)
    }

    /// Returns the playlist up to the last segment with the first key.
    private static func firstSegments(of playlist: [UInt8]) -> [UInt8] {
        var count = 0
        let lines = String(decoding: playlist, as: UTF8.self).split(separator: "\n").prefix { line in
            if line.hasPrefix("#EXTINF") { count += 1 }
            return count <= segmentsPerKey
        }
        return Array((lines.joined(separator: "\n") + "\n#EXT-X-ENDLIST\n").utf8)
    }

    private static func base64(_ octets: [UInt8]) -> String {
        Data(octets).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
