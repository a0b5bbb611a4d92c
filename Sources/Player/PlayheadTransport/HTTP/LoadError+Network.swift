import CCurl
import Foundation

extension LoadError.Reason {
    /// Converts an error of the network layers; `hasHead` is whether the head of the response had arrived.
    init(network error: any Error, hasHead: Bool) {
        self =
            switch error {
            case let error as CurlFailure: hasHead ? .connectionLost : Self(curl: error)
            case let error as ResponseViolation: .invalidResponse(status: error.status)
            case InflateFailure.tooLarge(let limit): .tooLarge(limit: limit)
            case is InflateFailure: .undecodable
            case is InvalidField: .invalidRequest
            case is LoaderClosed: .shutDown
            case is ProxyRules.Refusal, is NoDescriptor: .unreachable
            default: hasHead ? .connectionLost : .unreachable
            }
    }

    private init(curl failure: CurlFailure) {
        let proxyAuthenticationRequired = 407
        self =
            switch failure.code {
            case _ where failure.proxyStatus == proxyAuthenticationRequired: .status(proxyAuthenticationRequired)
            case _ where failure.isRefusedByProxy: .unreachable
            case CURLE_URL_MALFORMAT: .invalidURL
            case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY: .invalidResponse(status: 0)
            case CURLE_COULDNT_RESOLVE_HOST: .hostNotFound
            case CURLE_OPERATION_TIMEDOUT: .headTimeout
            case CURLE_COULDNT_CONNECT: failure.systemError == ETIMEDOUT ? .headTimeout : .unreachable
            case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY, CURLE_SSL_CONNECT_ERROR, CURLE_QUIC_CONNECT_ERROR, CURLE_INTERFACE_FAILED:
                .unreachable
            case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_CERTPROBLEM: .untrusted
            default: .connectionLost
            }
    }
}

extension CurlFailure {
    /// Whether the connection was closed in order before the body was complete.
    var isEarlyEnd: Bool { code == CURLE_PARTIAL_FILE }

    /// Whether a proxy has responded to CONNECT with a status that is not a success.
    var isRefusedByProxy: Bool { proxyStatus != 0 && !(200...299).contains(proxyStatus) }
}

extension LoadError {
    /// The description of an error that is known to contain no data of the app or the server.
    static func detail(of error: any Error) -> String? {
        switch error {
        case let error as ResponseViolation: error.detail
        case let error as ProxyRules.Refusal: error.message
        case InflateFailure.ratio(let limit): "It unpacks to more than \(limit) times its size."
        case is NoDescriptor: noDescriptorDetail
        case let error as CurlFailure: detail(of: error)
        default: nil
        }
    }

    private static func detail(of failure: CurlFailure) -> String? {
        let proxyAuthenticationRequired = 407
        return switch failure.code {
        case _ where failure.proxyStatus == proxyAuthenticationRequired: "The proxy requires a user name and password."
        case _ where failure.isRefusedByProxy: "The proxy refuses to connect."
        case CURLE_GOT_NOTHING: "The server closed the connection."
        case _ where [EMFILE, ENFILE].contains(failure.systemError): noDescriptorDetail
        case CURLE_PEER_FAILED_VERIFICATION: certificateDetail(failure.verification)
        case CURLE_SSL_CACERT_BADFILE: "A file of certificate authorities can't be read."
        case CURLE_COULDNT_CONNECT, CURLE_RECV_ERROR, CURLE_SEND_ERROR:
            failure.systemError == 0 ? String(cString: curl_easy_strerror(failure.code)) : String(cString: strerror(failure.systemError))
        default: String(cString: curl_easy_strerror(failure.code))
        }
    }

    private static func certificateDetail(_ verification: Int) -> String {
        // libcurl compares the names itself, before it asks OpenSSL for its result.
        let (none, unspecified, notValidYet, expired) = (0, 1, 9, 10)
        return switch verification {
        case none, unspecified: "The certificate is for another name than the host's."
        case notValidYet: "The certificate is not valid yet."
        case expired: "The certificate is expired."
        default: "The certificate is of no authority that is trusted here."
        }
    }

    /// The detail for a lack of file descriptors.
    static let noDescriptorDetail = "The process has no file descriptor left for it. Raise the limit with 'ulimit -n'."
}
