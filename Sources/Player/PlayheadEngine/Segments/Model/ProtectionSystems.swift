import Foundation
import PlayheadCore

/// The systems that can provide the keys of protected samples, as declared by a manifest.
struct ProtectionSystems: Sendable, Hashable {
    /// A system of protection.
    struct System: Sendable, Hashable {
        /// The name, for errors.
        var name: String
        /// The identifier; `nil` if it is unknown.
        var id: UUID?
        /// The license server, or a `data:` URI with a license of W3C Clear Key; `nil` if the manifest names none.
        var licenseURL: String?
        /// The box `pssh` in the manifest.
        var initializationData: [UInt8]?

        /// Whether the system is W3C Clear Key.
        var isClearKey: Bool { id.map(ProtectionSystems.clearKeySystems.contains) == true }
    }

    /// The identifiers of W3C Clear Key: of its common initialization data, and of DASH-IF.
    static let clearKeySystems = ["1077efec-c0b2-4d02-ace3-3c1e52e2fb4b", "e2719d58-a985-b3c9-781a-b030af78d30e"].compactMap {
        UUID(uuidString: $0)
    }

    /// The names of systems.
    private static let names = [
        "94ce86fb-07ff-4f43-adb8-93d2fa968ca2": "FairPlay", "9a04f079-9840-4286-ab92-e65be0885f95": "PlayReady",
        "edef8ba9-79d6-4ace-a3c8-27dcd51d21ed": "Widevine", "5e629af5-38da-4063-8977-97ffbd9902d4": "Marlin",
        "1077efec-c0b2-4d02-ace3-3c1e52e2fb4b": "W3C Clear Key", "e2719d58-a985-b3c9-781a-b030af78d30e": "W3C Clear Key",
    ]

    /// Creates the protection of a file.
    /// - Parameters:
    ///   - boxes: The boxes `pssh` of the file; without any, only the scheme is known.
    ///   - scheme: The scheme of the samples.
    ///   - url: The URL of the file, for errors.
    init(_ boxes: [[UInt8]], scheme: ProtectionScheme?, url: String) {
        self.url = url
        for box in boxes {
            guard let id = Self.system(box) else { continue }
            let text = id.uuidString.lowercased()
            let system = System(name: Self.names[text] ?? "urn:uuid:\(text)", id: id, initializationData: box)
            if !systems.contains(where: { $0.name == system.name }) { systems.append(system) }
        }
        if systems.isEmpty { systems = [System(name: "Common Encryption\(scheme.map { " (\($0.rawValue))" } ?? "")")] }
    }

    /// Creates the protection by some systems.
    init(systems: [System] = [], url: String? = nil) {
        self.systems = systems
        self.url = url
    }

    /// Returns the identifier of the system in a box `pssh`; `nil` for any other box.
    static func system(_ box: [UInt8]) -> UUID? {
        // Size, type, version and flags, system, size of the data.
        let (place, size) = (12, 32)
        // bounded: the minimum size of a box
        guard box.count >= size, box[4..<8].elementsEqual("pssh".utf8) else { return nil }
        let octets = box[place..<place + ContentKeyID.size]
        return ContentKeyID(octets).flatMap { UUID(uuidString: $0.description) }
    }

    /// The systems, which are alternatives; empty if only the media says that it is protected.
    var systems: [System] = []
    /// The URL of the segment, for errors.
    var url: String?

    /// The license server for W3C Clear Key that the manifest names.
    var licenseURL: String? { systems.lazy.filter(\.isClearKey).compactMap(\.licenseURL).first }

    /// Returns the license server that the manifest names for a key system.
    func licenseURL(of system: any KeySystem) -> String? {
        let own = systems.filter { $0.id.map(system.identifiers.contains) == true }
        return (system.identifiers.isEmpty ? systems : own).lazy.compactMap(\.licenseURL).first
    }

    /// The error without a key.
    var error: PlaybackError {
        let names = systems.isEmpty ? ["an unnamed system"] : systems.map(\.name)
        return PlaybackError(.protectedContent, url: url, underlying: "Protected by \(names.joined(separator: ", ")).")
    }
}

/// The keys of samples in Common Encryption.
enum SampleKeys: Sendable, Hashable {
    /// One key for all samples, which the manifest leads to.
    case one(ContentKey)
    /// Keys of the app, or of a license server.
    case licensed(ProtectionSystems)
}

extension UUID {
    /// Reads `urn:uuid:…`; `nil` for any other text.
    init?(urn: String) {
        let scheme = "urn:uuid:"
        guard urn.lowercased().hasPrefix(scheme) else { return nil }
        self.init(uuidString: String(urn.dropFirst(scheme.count)))
    }
}
