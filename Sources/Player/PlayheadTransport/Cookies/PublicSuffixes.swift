import Foundation

/// The domains under which anyone can register names, such as `com`, `co.uk` and `github.io`, according to the Public Suffix List.
///
/// The list is that of libpsl, which is loaded when a server first sets a cookie for a domain. Without the library, the usual names under
/// the domain of a country count as public.
enum PublicSuffixes {
    private typealias Context = OpaquePointer

    /// The library with its list.
    ///
    /// `@unchecked Sendable`: nothing of it changes, and any number of threads may read libpsl's list.
    private struct Library: @unchecked Sendable {
        let context: Context
        let isPublicSuffix: @convention(c) (Context?, UnsafePointer<CChar>?) -> Int32

        /// Loads the library, which stays loaded until the process ends; `nil` if it is not installed.
        init?() {
            guard let library = dlopen("libpsl.so.5", RTLD_NOW | RTLD_LOCAL), let latest = dlsym(library, "psl_latest"),
                let isPublicSuffix = dlsym(library, "psl_is_public_suffix")
            else { return nil }
            typealias Latest = @convention(c) (UnsafePointer<CChar>?) -> Context?
            guard let context = unsafeBitCast(latest, to: Latest.self)(nil) else { return nil }
            self.context = context
            self.isPublicSuffix = unsafeBitCast(
                isPublicSuffix, to: (@convention(c) (Context?, UnsafePointer<CChar>?) -> Int32).self)
        }
    }

    private static let library = Library()

    /// Returns whether a domain, in lower case, is a public suffix.
    static func contains(_ domain: String) -> Bool {
        guard let library else { return isProbable(domain) }
        return library.isPublicSuffix(library.context, domain) != 0
    }

    /// Returns whether a domain is a public suffix according to its form.
    static func isProbable(_ domain: String) -> Bool {
        let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count == 2 else { return labels.count < 2 }
        let usual: Set<Substring> = [
            "ac", "co", "com", "edu", "ed", "gob", "gov", "gv", "id", "info", "ltd", "me", "mil", "ne", "net", "nom", "or", "org", "plc",
            "sch",
        ]
        let countryLength = 2
        return labels[1].utf8.count == countryLength && usual.contains(labels[0])
    }
}
