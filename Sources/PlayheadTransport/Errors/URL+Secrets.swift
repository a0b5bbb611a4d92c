import Foundation
import PlayheadCore

extension URL {
    /// The URL for messages: without user name and password, and with the values of secret parameters removed.
    package var withoutSecrets: String { Secrets.blanked(absoluteString) }

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
