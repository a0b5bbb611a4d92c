import Foundation
import PlayheadCore

@testable import PlayheadEngine

/// Reads the input as a license of W3C Clear Key and as a box `pssh`: what a license has is the same in a license that is written again, and a
/// box has no more ids than its bytes allow.
enum KeyTarget {
    static func run(_ input: [UInt8]) {
        let ids = ClearKeyLicense.ids(in: [input, input])
        require(ids.count * ContentKeyID.size <= 2 * input.count, "a box has more ids than bytes")
        let systems = ProtectionSystems([input, input], scheme: .cenc, url: "")
        require(systems.systems.count == 1 && !systems.systems[0].name.isEmpty, "a box is two systems")
        require(ids.isEmpty || systems.systems[0].isClearKey, "a box of another system has ids")
        require(ids.isEmpty || (try? ClearKeyLicense.request(ids)) != nil, "the ids cannot be requested")
        guard let keys = try? ClearKeyLicense.keys(in: input) else { return }
        func text(_ octets: [UInt8]) -> String { Data(octets).base64EncodedString() }
        let lines = keys.map { id, key in
            #"{"kty":"oct","kid":"\#(text(id.octets))","k":"\#(text(key.withOctets { [UInt8]($0) }))"}"#
        }
        let again = try? ClearKeyLicense.keys(in: Array(#"{"keys":[\#(lines.joined(separator: ","))]}"#.utf8))
        require(again == keys, "a license written again has other keys")
    }
}
