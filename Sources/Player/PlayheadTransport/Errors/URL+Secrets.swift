import Foundation
import PlayheadCore

extension URL {
    /// The URL for messages: without user name and password, and with the values of secret parameters removed. Only the start of a URL that
    /// is too long to be requested.
    package var withoutSecrets: String {
        let (text, shortLength) = (absoluteString, 1024)
        guard text.utf8.count > PlaylistFile.maximumLocation else { return Secrets.blanked(text) }
        return Secrets.blanked(String(decoding: text.utf8.prefix(shortLength), as: UTF8.self)) + "…"
    }

    /// The URL for a request line: without user name, password and fragment.
    var withoutUserInfo: URL {
        guard user != nil || password != nil || fragment != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return absoluteURL }
        components.user = nil
        components.password = nil
        components.fragment = nil
        return components.url ?? self
    }
}
