import Foundation
import PlayheadCore
import PlayheadDASH

extension DASHTimeline {
    /// Returns the encryption of the segments in a part.
    func encryption(of part: Part) -> SegmentEncryption {
        let systems = Self.systems(of: part.representation, base: part.base)
        guard !systems.systems.isEmpty else { return .none }
        // The samples of other containers name no key.
        return part.representation.mimeType?.hasSuffix("mp2t") == true ? .unsupported(systems.error) : .licensed(systems)
    }

    /// Returns the systems that can provide the keys of a representation; none for a clear one.
    static func systems(of representation: Representation, base: String) -> ProtectionSystems {
        var result = ProtectionSystems(url: base)
        for protection in representation.protections {
            let system = ProtectionSystems.System(
                name: protection.systemName, id: UUID(urn: protection.scheme),
                licenseURL: protection.licenseURL.map { DataURI.isOne($0) ? $0 : URLText.resolve($0, against: base) },
                initializationData: protection.initializationData.flatMap { Data(base64Encoded: $0, options: .ignoreUnknownCharacters) }
                    .map { [UInt8]($0) })
            if !result.systems.contains(system) { result.systems.append(system) }
        }
        return result
    }
}
