import Foundation
import PlayheadCore

extension URL {
    /// The URL as it may stand in messages: without user name and password, and with values that give access blanked.
    public var withoutSecrets: String { Secrets.blanked(absoluteString) }

    /// The URL without user name, password and fragment: what goes on the wire.
    var withoutUserInfo: URL {
        guard user != nil || password != nil || fragment != nil, var components = URLComponents(url: self, resolvingAgainstBaseURL: true)
        else { return absoluteURL }
        components.user = nil
        components.password = nil
        components.fragment = nil
        return components.url ?? self
    }
}
