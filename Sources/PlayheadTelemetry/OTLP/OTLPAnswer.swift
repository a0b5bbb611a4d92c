import Foundation
import PlayheadCore

/// The answer of a collector: an `ExportMetricsServiceResponse`.
enum OTLPAnswer {
    /// Returns the problem that a successful answer reports; `nil` if all values were accepted.
    static func problem(in bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty else { return nil }
        guard let object = try? JSONSerialization.jsonObject(with: Data(bytes)), let fields = object as? [String: Any] else {
            return "its answer is not JSON"
        }
        guard let partial = fields["partialSuccess"] as? [String: Any] else { return nil }
        let rejected = (partial["rejectedDataPoints"] as? String).flatMap { Int($0) } ?? (partial["rejectedDataPoints"] as? Int) ?? 0
        let message = SafeText.clean(Secrets.blanked(partial["errorMessage"] as? String ?? ""), limit: 200)
        guard rejected > 0 || !message.isEmpty else { return nil }
        return "it rejected \(rejected) values" + (message.isEmpty ? "" : ": \(message)")
    }
}
