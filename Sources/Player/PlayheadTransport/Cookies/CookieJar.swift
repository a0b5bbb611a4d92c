import Foundation

/// The cookies that servers have set (RFC 6265 §5.3 and §5.4, with the restrictions of RFC 6265bis §5.7): a value without clock or I/O.
///
/// A cookie is sent to the host that has set it or, with `Domain`, to the hosts of that domain, which is no public suffix. `SameSite` is
/// ignored, because there is no page whose site it could be compared with.
struct CookieJar {
    /// The maximum number of cookies of a domain.
    static let maximumPerDomain = 50
    /// The maximum number of cookies.
    static let maximumCount = 300
    /// The maximum lifetime of a cookie, in seconds: 400 days.
    private static let maximumLifetime = 400.0 * 86_400

    private struct Entry {
        let cookie: SetCookie
        let domain: String
        let isHostOnly: Bool
        let path: String
        /// In seconds since 1970; infinity for a cookie of the session.
        let expiry: Double
        /// The number of the storing that created the cookie, which orders those that are sent.
        var created: Int
        /// The number of the last use.
        var used: Int

        func replaces(_ other: Entry) -> Bool {
            cookie.name == other.cookie.name && domain == other.domain && isHostOnly == other.isHostOnly && path == other.path
        }
    }

    private var entries: [Entry] = []
    private var uses = 0
    private let isPublicSuffix: @Sendable (String) -> Bool

    /// Creates an empty jar. `isPublicSuffix` returns whether the hosts of a domain belong to different owners.
    init(isPublicSuffix: @escaping @Sendable (String) -> Bool) { self.isPublicSuffix = isPublicSuffix }

    /// The number of cookies, with those that have expired.
    var count: Int { entries.count }

    /// Stores the cookies of a response.
    /// - Parameters:
    ///   - fields: The values of its `Set-Cookie` fields.
    ///   - date: The value of its `Date` field, against which `Expires` is measured; `nil` for the time of the client.
    ///   - url: The URL of the request.
    ///   - now: The time in seconds since 1970.
    /// - Returns: Whether anything was stored or removed.
    @discardableResult
    mutating func store(_ fields: [String], date: String? = nil, from url: URL, at now: Double) -> Bool {
        var hasChanged = false
        let ahead = date.flatMap { CookieDate.seconds($0) }.map { now - $0 } ?? 0
        for cookie in fields.prefix(Self.maximumPerDomain).compactMap({ SetCookie($0) }) {
            if store(cookie, clockAhead: ahead, from: url, at: now) { hasChanged = true }
        }
        if hasChanged { evict(at: now) }
        return hasChanged
    }

    private mutating func store(_ cookie: SetCookie, clockAhead: Double, from url: URL, at now: Double) -> Bool {
        guard let host = Self.host(of: url) else { return false }
        let isSecure = url.scheme?.lowercased() == "https"
        guard !cookie.isSecure || isSecure, let domain = domain(of: cookie, from: host) else { return false }
        let path = cookie.path ?? Self.defaultPath(of: url)
        let prefix = (cookie.name.isEmpty ? cookie.value : cookie.name).lowercased()
        if prefix.hasPrefix("__secure-") || prefix.hasPrefix("__host-"), !cookie.isSecure || cookie.name.isEmpty { return false }
        if prefix.hasPrefix("__host-"), cookie.domain != nil || cookie.path != "/" { return false }
        uses = uses.saturatingAdding(1)
        var expiry = Double.infinity
        if let expires = cookie.expires { expiry = min(expires + clockAhead, now + Self.maximumLifetime) }
        if let age = cookie.maximumAge { expiry = age > 0 ? now + min(age, Self.maximumLifetime) : -.infinity }
        var entry = Entry(
            cookie: cookie, domain: domain.name, isHostOnly: domain.isHostOnly, path: path, expiry: expiry, created: uses, used: uses)
        // An insecure origin can't replace the cookie of a secure one.
        if !isSecure, entries.contains(where: { Self.shadows(entry, $0) }) { return false }
        if let known = entries.firstIndex(where: { entry.replaces($0) }) {
            entry.created = entries.remove(at: known).created
        } else if expiry <= now {
            return false
        }
        if expiry > now { entries.append(entry) }
        return true
    }

    /// Returns the domain for which a host sets a cookie, or `nil` if it may not.
    private func domain(of cookie: SetCookie, from host: String) -> (name: String, isHostOnly: Bool)? {
        guard let domain = cookie.domain, !domain.isEmpty else { return (host, true) }
        if domain == host { return (host, isPublicSuffix(host) || !RequestCookie.isName(host)) }
        guard domain.utf8.allSatisfy({ $0 < 0x80 }), RequestCookie.matches(host: host, domain: domain), !isPublicSuffix(domain) else {
            return nil
        }
        return (domain, false)
    }

    /// Whether `new`, from an insecure origin, would hide the cookie of a secure one.
    private static func shadows(_ new: Entry, _ known: Entry) -> Bool {
        guard known.cookie.isSecure, known.cookie.name == new.cookie.name else { return false }
        let isRelated =
            RequestCookie.matches(host: new.domain, domain: known.domain) || RequestCookie.matches(host: known.domain, domain: new.domain)
        return isRelated && RequestCookie.matches(path: new.path, known.path)
    }

    /// Returns the cookies for a request, those of longer paths first (RFC 6265 §5.4).
    mutating func cookies(for url: URL, at now: Double) -> [RequestCookie] {
        guard !entries.isEmpty, let host = Self.host(of: url) else { return [] }
        let isSecure = url.scheme?.lowercased() == "https"
        let path = Self.path(of: url)
        uses = uses.saturatingAdding(1)
        var found: [Entry] = []
        for index in entries.indices where entries[index].expiry > now {
            let entry = entries[index]
            guard isSecure || !entry.cookie.isSecure, RequestCookie.matches(path: path, entry.path),
                entry.isHostOnly ? host == entry.domain : RequestCookie.matches(host: host, domain: entry.domain)
            else { continue }
            entries[index].used = uses
            found.append(entry)
        }
        found.sort { ($1.path.utf8.count, $0.created) < ($0.path.utf8.count, $1.created) }
        return found.map { RequestCookie(name: $0.cookie.name, value: $0.cookie.value) }
    }

    private mutating func evict(at now: Double) {
        entries.removeAll { $0.expiry <= now }
        var counts: [String: Int] = [:]
        for entry in entries { counts[entry.domain, default: 0] += 1 }
        for (domain, count) in counts where count > Self.maximumPerDomain {
            removeOldest(count - Self.maximumPerDomain) { $0.domain == domain }
        }
        if entries.count > Self.maximumCount { removeOldest(entries.count - Self.maximumCount) { _ in true } }
    }

    /// Removes the cookies that were not used for the longest time, insecure ones first.
    private mutating func removeOldest(_ count: Int, where isCandidate: (Entry) -> Bool) {
        let order = entries.filter(isCandidate).sorted {
            $0.cookie.isSecure == $1.cookie.isSecure ? $0.used < $1.used : !$0.cookie.isSecure
        }
        let removed = Set(order.prefix(count).map(\.created))
        entries.removeAll { removed.contains($0.created) }
    }

    private static func host(of url: URL) -> String? { url.host()?.lowercased() }

    private static func path(of url: URL) -> String {
        let path = url.path(percentEncoded: true)
        return path.hasPrefix("/") ? path : "/"
    }

    /// RFC 6265 §5.1.4
    private static func defaultPath(of url: URL) -> String {
        let path = path(of: url)
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
