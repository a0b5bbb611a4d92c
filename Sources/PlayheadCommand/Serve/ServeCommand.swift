import ArgumentParser
import Dispatch
import Foundation
import PlayheadTestKit

/// Serves a folder on the loopback interface, with faults where they are wanted.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serves a folder over HTTP on the loopback interface, with faults where they are wanted.",
        discussion: """
            A fault is a list of fields between commas: one names its kind, such as status=503, latency=2, stall=65536, cut=1000,
            length=-100, bandwidth=50000, html, empty, garbage, truncate=5000, redirect=self, no-ranges; path=PATTERN and
            requests=first-2 choose the requests. Example: --fault 'status=503,path=seg*.ts,requests=2'
            """)

    @Argument(help: "The folder.")
    var folder: String

    @Option(help: "The port; 0 takes a free one.")
    var port = 0

    @Option(parsing: .singleValue, help: "A fault; may be repeated.")
    var fault: [String] = []

    @Option(help: "Bytes a second that all connections share.")
    var bandwidth: Double?

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes 0 to 65535.") }
        if let bandwidth, !(bandwidth > 0) { throw ValidationError("--bandwidth takes bytes a second, above 0.") }
        _ = try faults
    }

    private var faults: [Fault] {
        get throws {
            try fault.map { text in
                do throws(FaultTextError) { return try Fault(text: text) } catch { throw ValidationError(error.description) }
            }
        }
    }

    @MainActor
    func run() async throws {
        let origin: LoopbackOrigin
        do {
            origin = try await LoopbackOrigin.start(root: URL(fileURLWithPath: folder), port: port, bytesPerSecond: bandwidth)
        } catch {
            standardError("serve: \(error)")
            throw ExitCode(ExitStatus.failed.rawValue)
        }
        for fault in try faults { _ = origin.addFault(fault) }
        LineWriter().write(origin.url("").absoluteString)
        await Interruption().wait()
        await origin.stop()
    }
}

/// Waits for Ctrl-C and its like.
@MainActor
final class Interruption {
    private var sources: [any DispatchSourceSignal] = []
    private var waiter: CheckedContinuation<Void, Never>?

    /// Returns when the program is asked to end.
    func wait() async {
        await withCheckedContinuation { continuation in
            waiter = continuation
            for number in [SIGINT, SIGTERM, SIGHUP] {
                signal(number, SIG_IGN)
                let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
                source.setEventHandler { [weak self] in
                    MainActor.assumeIsolated {
                        self?.waiter?.resume()
                        self?.waiter = nil
                    }
                }
                source.resume()
                sources.append(source)
            }
        }
    }
}
