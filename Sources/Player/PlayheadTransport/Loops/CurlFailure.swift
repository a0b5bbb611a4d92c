import CCurl

/// A failure that libcurl reports.
struct CurlFailure: Error, Hashable {
    var code: CURLcode
    /// The error number of the system, or 0.
    var systemError: CInt = 0
    /// The status with which a proxy has responded to CONNECT, or 0.
    var proxyStatus = 0
    /// The reason for which OpenSSL does not trust a certificate (`X509_V_ERR_…`), or 0.
    var verification = 0

    init(code: CURLcode, systemError: CInt = 0, proxyStatus: Int = 0) {
        self.code = code
        self.systemError = systemError
        self.proxyStatus = proxyStatus
    }

    static func == (one: CurlFailure, other: CurlFailure) -> Bool {
        one.code == other.code && one.systemError == other.systemError && one.proxyStatus == other.proxyStatus
    }

    func hash(into hasher: inout Hasher) { hasher.combine(code.rawValue) }
}
