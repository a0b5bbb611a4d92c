import Foundation

extension URL {
    /// The URL without the query item `DVR`, and whether it had one. The mark selects DVR playback, and is not sent to the server.
    var withoutDVRMark: (url: URL, hadMark: Bool) {
        let mark = "DVR"
        let text = absoluteString
        let fragmentStart = text.firstIndex(of: "#") ?? text.endIndex
        guard let queryStart = text[..<fragmentStart].firstIndex(of: "?") else { return (self, false) }
        let items = text[text.index(after: queryStart)..<fragmentStart].split(separator: "&", omittingEmptySubsequences: false)
        let others = items.filter { $0 != mark }
        guard others.count < items.count else { return (self, false) }
        let query = others.isEmpty ? "" : "?" + others.joined(separator: "&")
        guard let url = URL(string: text[..<queryStart] + query + text[fragmentStart...]) else { return (self, true) }
        return (url, true)
    }
}
