import Foundation
import PlayheadCore

/// W3C Clear Key: licenses in JSON, whose keys Playhead uses itself.
final class ClearKeySystem: KeySystem {
    /// The maximum number of ids in a request.
    private static let maximumIDs = 64

    let name = "W3C Clear Key"
    let identifiers = ProtectionSystems.clearKeySystems

    func openSession(
        for content: KeySessionContent, report: @escaping @Sendable (KeySessionReport) -> Void
    ) async throws -> any KeySession {
        let ids = Array((content.keyIDs + content.furtherKeyIDs).prefix(Self.maximumIDs))
        report(.request(KeyRequest(try ClearKeyLicense.request(ids), contentType: "application/json")))
        return Session(needed: content.keyIDs, report: report)
    }

    private final class Session: KeySession {
        private let needed: [ContentKeyID]
        private let report: @Sendable (KeySessionReport) -> Void

        init(needed: [ContentKeyID], report: @escaping @Sendable (KeySessionReport) -> Void) {
            self.needed = needed
            self.report = report
        }

        func update(_ response: [UInt8]) async throws {
            let keys = try ClearKeyLicense.keys(in: response)
            for id in needed where keys[id] == nil { report(.status(id, .internalError)) }
            for (id, key) in keys { report(.key(id, key)) }
        }

        func release() async {}
    }
}
