import Foundation
import PlayheadAds
import PlayheadCore

extension AdCompanion {
    /// The address of the picture or page, `http` or `https`; `nil` for HTML, and if it is invalid.
    package var address: URL? {
        guard type != "html", let url = URL(text: resource), ["http", "https"].contains(url.scheme?.lowercased()) else { return nil }
        return url
    }
}
