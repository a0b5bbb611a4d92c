import Foundation

extension URL {
    /// The text of the URL without user name and password, for errors.
    var withoutCredentials: String {
        guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true), parts.user != nil || parts.password != nil else {
            return absoluteString
        }
        parts.user = nil
        parts.password = nil
        return parts.string ?? absoluteString
    }
}
