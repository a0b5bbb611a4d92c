import Foundation

/// Selects the proxy for each request.
package struct ProxyRules: Sendable, Hashable {
    /// The way to a server.
    enum Route: Sendable, Hashable {
        /// A connection to the server itself.
        case direct
        /// A connection through a proxy.
        case proxy(ProxyAddress)
        /// No way, because the setting of the proxy is invalid; a message without the setting's value.
        case invalid(String)
    }

    /// The error of a request without a way to its server.
    struct Refusal: Error {
        var message: String
    }

    /// The names of the variables that ``environment`` reads. An upper-case name is used if the lower-case one is not set.
    private static let variables = ["http_proxy", "https_proxy", "all_proxy", "no_proxy"].flatMap { [$0, $0.uppercased()] }
    /// A variable of CGI programs, which get the header field `Proxy` of a client as `HTTP_PROXY`.
    private static let requestMethod = "REQUEST_METHOD"

    private var http = Route.direct
    private var https = Route.direct
    private var exceptions: [ProxyException] = []
    private var includesLoopback = false

    private init() {}

    /// Creates rules that use a proxy for all requests.
    package init(proxy: ProxyAddress) {
        http = .proxy(proxy)
        https = .proxy(proxy)
        includesLoopback = true
    }

    /// Creates rules from the variables of an environment, as curl: `http_proxy` and `https_proxy`, otherwise `all_proxy`, except for the
    /// hosts in `no_proxy`. The local machine is never reached through these proxies. `HTTP_PROXY` is ignored in a CGI program.
    package init(environment: [String: String]) {
        func setting(_ name: String) -> (name: String, value: String)? {
            let upper = name.uppercased()
            let isForged = upper == "HTTP_PROXY" && environment[Self.requestMethod] != nil
            for name in isForged ? [name] : [name, upper] {
                if let value = environment[name], !value.isEmpty { return (name, value) }
            }
            return nil
        }
        http = Self.route(setting("http_proxy") ?? setting("all_proxy"))
        https = Self.route(setting("https_proxy") ?? setting("all_proxy"))
        exceptions = (setting("no_proxy")?.value ?? "").split { $0 == "," || $0.isWhitespace }.compactMap(ProxyException.init)
    }

    /// Rules without a proxy.
    package static let none = ProxyRules()

    /// The rules of the environment of the process at this time.
    package static var environment: ProxyRules {
        var values: [String: String] = [:]
        for name in variables + [requestMethod] { values[name] = getenv(name).map { String(cString: $0) } }
        return values.isEmpty ? none : ProxyRules(environment: values)
    }

    /// Returns the way to the server of an `http` or `https` URL.
    func route(to url: URL) -> Route {
        let isSecure = url.scheme?.lowercased() == "https"
        let route = isSecure ? https : http
        guard route != .direct, let host = url.host(percentEncoded: false) else { return .direct }
        let name = host.trimmingCharacters(in: CharacterSet(charactersIn: "[]"))
        if !includesLoopback, ProxyException.isLoopback(name) { return .direct }
        let port = url.port ?? (isSecure ? 443 : 80)
        return exceptions.contains { $0.includes(host: name, port: port) } ? .direct : route
    }

    private static func route(_ setting: (name: String, value: String)?) -> Route {
        guard let setting else { return .direct }
        do throws(ProxyAddress.Problem) {
            return .proxy(try ProxyAddress(setting.value))
        } catch {
            switch error {
            case .malformed: return .invalid("The variable \(setting.name) is not the address of a proxy.")
            case .unsupportedScheme(let scheme):
                return .invalid("The variable \(setting.name) has the unsupported scheme '\(scheme)'; use 'http', 'https' or 'socks5'.")
            }
        }
    }
}
