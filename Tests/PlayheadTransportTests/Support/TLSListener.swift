import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import PlayheadOrigin
import PlayheadSamples
import PlayheadTransport

/// A listener with TLS on loopback.
struct TLSListener {
    let port: Int
    /// The certificate authority that clients must trust.
    let authority: URL

    /// Listens while `body` runs. `configure` adds the handlers behind TLS to a connection. `version` is the newest supported TLS version,
    /// or `nil` for all.
    static func run(
        protocols: [String], upTo version: TLSVersion? = nil, _ configure: @escaping @Sendable (any Channel) -> EventLoopFuture<Void>,
        while body: (TLSListener) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("playhead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let identity = try await OriginIdentity.make(in: folder)
        var settings = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMFile(identity.certificate.path).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(file: identity.key.path, format: .pem)))
        settings.minimumTLSVersion = .tlsv1
        settings.maximumTLSVersion = version
        settings.applicationProtocols = protocols
        let context = try NIOSSLContext(configuration: settings)
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
                }.flatMap { configure(channel) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let result: Result<Void, any Error>
        do {
            result = .success(try await body(TLSListener(port: listener.localAddress?.port ?? 0, authority: identity.certificate)))
        } catch {
            result = .failure(error)
        }
        try await listener.close()
        try result.get()
    }

    /// Returns a configuration that trusts the listener.
    var configuration: HTTPLoaderConfiguration {
        var configuration = HTTPLoaderConfiguration()
        configuration.certificateAuthorities = [authority]
        return configuration
    }

    /// Returns a request to the listener.
    func request(_ path: String = "/", kind: LoadKind = .media) -> LoadRequest {
        LoadRequest(url: URL(string: "https://127.0.0.1:\(port)\(path)") ?? authority, kind: kind)
    }
}
