import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix

extension LoadError.Reason {
    /// What an error of the layers below means.
    /// - Parameters:
    ///   - error: The error.
    ///   - hasHead: Whether the head of the response had arrived.
    ///   - decompressionLimit: The bound for unpacking, in bytes.
    init(network error: any Error, hasHead: Bool, decompressionLimit: Int) {
        self =
            switch error {
            case let error as HTTPClientError: Self(client: error, hasHead: hasHead)
            case let error as NIOConnectionError: Self(connection: error)
            case is HTTPParserError: hasHead ? .connectionLost : .invalidResponse(status: 0)
            case NIOHTTPDecompression.DecompressionError.limit: .tooLarge(limit: decompressionLimit)
            case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError: .undecodable
            case ChannelError.connectTimeout: .headTimeout
            case let error as IOError: hasHead ? .connectionLost : Self(errno: error.errnoCode)
            case is ChannelError: .connectionLost
            // What is left are refusals of TLS, before there was a connection, and breaks of it later.
            default: hasHead ? .connectionLost : .unreachable
            }
    }

    private init(errno code: CInt) {
        switch code {
        case ECONNREFUSED, EHOSTUNREACH, ENETUNREACH, EHOSTDOWN, ENETDOWN, EADDRNOTAVAIL, EACCES, EPERM: self = .unreachable
        case ETIMEDOUT: self = .headTimeout
        default: self = .connectionLost
        }
    }

    private init(client error: HTTPClientError, hasHead: Bool) {
        switch error {
        case .invalidURL, .emptyHost, .emptyScheme: self = .invalidURL
        case .cancelled, .alreadyShutdown: self = .shutDown
        case .connectTimeout, .tlsHandshakeTimeout, .deadlineExceeded, .getConnectionFromPoolTimeout:
            self = .headTimeout
        case .readTimeout, .writeTimeout: self = hasHead ? .progressTimeout : .headTimeout
        case .remoteConnectionClosed: self = .connectionLost
        default:
            // Codes with a payload can't be matched by value.
            if error.description.contains("invalidHeaderField") {
                self = .invalidRequest
            } else if error.description.contains("unsupportedScheme") {
                self = .invalidURL
            } else {
                self = hasHead ? .connectionLost : .unreachable
            }
        }
    }

    private init(connection error: NIOConnectionError) {
        if error.connectionErrors.isEmpty {
            self = error.dnsAError != nil || error.dnsAAAAError != nil ? .hostNotFound : .unreachable
        } else if error.connectionErrors.allSatisfy({ $0.error is ChannelError }) {
            // Every address ran into the time limit for connecting.
            self = .headTimeout
        } else {
            self = .unreachable
        }
    }
}

extension LoadError {
    /// What the layer below said, where that is known to hold nothing that the app or the server sent.
    static func detail(of error: any Error) -> String? {
        switch error {
        case let error as IOError: error.description
        case let error as NIOConnectionError:
            error.connectionErrors.first.map { String(describing: $0.error) }
                ?? (error.dnsAError ?? error.dnsAAAAError).map { String(describing: $0) }
        case let error as HTTPParserError: String(describing: error)
        case let error as ChannelError: String(describing: error)
        case let error as HTTPClientError where error == .remoteConnectionClosed: "The server closed the connection."
        default: nil
        }
    }
}
