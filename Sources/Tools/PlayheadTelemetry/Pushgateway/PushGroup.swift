import Foundation

/// The grouping key of metrics in a Pushgateway: a job and further labels.
package struct PushGroup: Sendable, Hashable {
    /// The name of the job.
    package let job: String
    /// The further labels, in order.
    package let labels: [LabelSet.Label]

    /// Creates a key.
    /// - Throws: ``MetricNameError`` if the job is empty, or a label name is invalid, `job`, or occurs twice.
    package init(job: String, labels: [(name: String, value: String)] = []) throws(MetricNameError) {
        guard !job.isEmpty else { throw MetricNameError(text: job, what: "a job") }
        if labels.contains(where: { $0.name == "job" }) { throw MetricNameError(text: "job", what: "a further label name of the group") }
        self.job = job
        self.labels = try LabelSet(labels).labels
    }

    /// The path, percent-encoded. Values that are empty or have a slash are encoded as base64, as the Pushgateway requires.
    var path: String {
        let pairs = [("job", job)] + labels.map { ($0.name, $0.value) }
        return "/metrics/" + pairs.map { Self.segments($0, $1) }.joined(separator: "/")
    }

    private static func segments(_ name: String, _ value: String) -> String {
        if value.isEmpty { return "\(name)@base64/=" }
        guard value.contains("/") || value == "." || value == ".." else {
            var allowed = CharacterSet(charactersIn: "A"..."Z")
            allowed.insert(charactersIn: "abcdefghijklmnopqrstuvwxyz0123456789-._~")
            return "\(name)/\(value.addingPercentEncoding(withAllowedCharacters: allowed) ?? "")"
        }
        let encoded = Data(value.utf8).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
        return "\(name)@base64/\(encoded)"
    }
}
