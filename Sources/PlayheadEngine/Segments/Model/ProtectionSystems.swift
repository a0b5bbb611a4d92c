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
