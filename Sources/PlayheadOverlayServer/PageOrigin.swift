import Foundation

/// The origin of a page in the notation of browsers; origins are compared as a whole.
package enum PageOrigin {
    /// Scheme, host and port; `nil` where there is no host.
    package static func text(of url: URL) -> String? {
        guard let scheme = url.scheme?.lowercased(), let host = url.host()?.lowercased() else { return nil }
        let isUsual = url.port == nil || scheme == "http" && url.port == 80 || scheme == "https" && url.port == 443
        let name = host.contains(":") ? "[\(host)]" : host
        return "\(scheme)://\(name)" + (isUsual ? "" : url.port.map { ":\($0)" } ?? "")
    }
}
