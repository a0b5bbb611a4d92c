import Foundation
import PlayheadCore

extension URL {
    /// The URL for messages: without user name and password, and with the values of secret parameters removed. Only the start of a URL that
    /// is too long to be requested.
    package var withoutSecrets: String {
        let (text, shortLength) = (absoluteString, 1024)
        // Blanked before the cut, because a password that is cut has no end.
        let blanked = Secrets.blanked(text)
        guard text.utf8.count > PlaylistFile.maximumLocation, blanked.utf8.count > shortLength else { return blanked }
        return String(decoding: blanked.utf8.prefix(shortLength), as: UTF8.self) + "…"
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
