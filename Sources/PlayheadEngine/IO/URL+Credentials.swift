import Foundation

extension URL {
    /// The text without user name and password, as errors show it.
    var withoutCredentials: String {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true), parts.user != nil || parts.password != nil else {
            return absoluteString
        }
        parts.user = nil
        parts.password = nil
        return parts.string ?? absoluteString
    }
}
