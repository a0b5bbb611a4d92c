import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOHTTPCompression
import NIOPosix
import NIOSSL

extension LoadError.Reason {
    /// Converts an error of the network layers.
    /// - Parameters:
    ///   - error: The error.
    ///   - hasHead: Whether the head of the response had arrived.
    ///   - decompressionLimit: The limit for decompression, in bytes.
    init(network error: any Error, hasHead: Bool, decompressionLimit: Int) {
        self =
            switch error {
            case let error as HTTPClientError: Self(client: error, hasHead: hasHead)
            case let error as NIOConnectionError: Self(connection: error)
            case let error as ResponseViolation: .invalidResponse(status: error.status)
            case is UnpackingGuard.Excess: .undecodable
            case is ProxyRules.Refusal: .unreachable
            case is StaleConnection, is any NIOHTTP2Error: .connectionLost
            case is HTTPParserError: hasHead ? .connectionLost : .invalidResponse(status: 0)
            case NIOHTTPDecompression.DecompressionError.limit: .tooLarge(limit: decompressionLimit)
            case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError: .undecodable
            case ChannelError.connectTimeout: .headTimeout
            case let error as IOError: hasHead ? .connectionLost : Self(errno: error.errnoCode)
            case is ChannelError: .connectionLost
            case let error as NIOSSLError where !hasHead: Self(tls: error)
            case is NIOSSLExtraError where !hasHead: .untrusted
            // The other errors are TLS failures.
            default: hasHead ? .connectionLost : .unreachable
            }
    }

    private init(errno code: CInt) {
        switch code {
        case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL, EACCES, EPERM: self = .unreachable
        case EMFILE, ENFILE: self = .unreachable
        case ETIMEDOUT: self = .headTimeout
        default: self = .connectionLost
        }
    }

    private init(client error: HTTPClientError, hasHead: Bool) {
        switch error {
        case .invalidURL, .emptyHost, .emptyScheme: self = .invalidURL
        case .cancelled, .alreadyShutdown: self = .shutDown
        case .connectTimeout, .tlsHandshakeTimeout, .httpProxyHandshakeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
            self = .headTimeout
        case .proxyAuthenticationRequired: self = .status(Int(HTTPResponseStatus.proxyAuthenticationRequired.code))
        case .readTimeout, .writeTimeout: self = hasHead ? .progressTimeout : .headTimeout
        case .remoteConnectionClosed: self = .connectionLost
        default:
            // Error codes with a payload can't be compared by value.
            if error.description.contains("invalidHeaderField") {
                self = .invalidRequest
            } else if error.description.contains("unsupportedScheme") {
                self = .invalidURL
            } else {
                self = hasHead ? .connectionLost : .unreachable
            }
        }
    }

    private init(tls error: NIOSSLError) {
        switch error {
        case .failedToLoadCertificate, .noSuchFilesystemObject, .noCertificateToValidate, .unableToValidateCertificate: self = .untrusted
        case .handshakeFailed where LoadError.concernsCertificate(error): self = .untrusted
        case .handshakeFailed(.sslError): self = .unreachable
        default: self = .connectionLost
        }
    }

    private init(connection error: NIOConnectionError) {
        if error.connectionErrors.isEmpty {
            self = error.dnsAError != nil || error.dnsAAAAError != nil ? .hostNotFound : .unreachable
        } else if error.connectionErrors.allSatisfy({ $0.error is ChannelError }) {
            // Every address reached the timeout for connecting.
            self = .headTimeout
        } else {
            self = .unreachable
        }
    }
}

extension LoadError {
    /// The description of an error that is known to contain no data of the app or the server.
    static func detail(of error: any Error) -> String? {
        switch error {
        case let error as ResponseViolation: error.detail
        case let error as ProxyRules.Refusal: error.message
        case is UnpackingGuard.Excess: "It unpacks to more than \(UnpackedSize.maximumRatio) times its size."
        case let error as IOError where [EMFILE, ENFILE].contains(error.errnoCode): noDescriptorDetail
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { detail(of: $0.error) ?? String(describing: $0.error) }
        case let error as HTTPParserError: String(describing: error)
        case let error as ChannelError: String(describing: error)
        case let error as NIOSSLExtraError where error == .failedToValidateHostname: "The certificate is for another name than the host's."
        case let error as NIOSSLError: tlsDetail(of: error)
        case is StaleConnection: closedDetail
        case let error as HTTPClientError where error == .remoteConnectionClosed: closedDetail
        case let error as HTTPClientError where error == .proxyAuthenticationRequired: "The proxy requires a user name and password."
        case let error as HTTPClientError where error == .invalidProxyResponse: "The proxy refuses to connect."
        default: nil
        }
    }

    private static let closedDetail = "The server closed the connection."
    /// The detail for a lack of file descriptors.
    static let noDescriptorDetail = "The process has no file descriptor left for it. Raise the limit with 'ulimit -n'."

    private static func tlsDetail(of error: NIOSSLError) -> String {
        if concernsCertificate(error) { return "The certificate is expired, not valid yet, or of no authority that is trusted here." }
        switch error {
        case .failedToLoadCertificate, .noSuchFilesystemObject: return "A file of certificate authorities can't be read."
        default: return String(describing: error)
        }
    }

    /// BoringSSL identifies a refused certificate only by name.
    static func concernsCertificate(_ error: NIOSSLError) -> Bool { String(describing: error).contains("CERTIFICATE_VERIFY_FAILED") }
}
