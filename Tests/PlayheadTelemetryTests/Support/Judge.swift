import Foundation
import TestSupport

/// Programs of others that judge what Playhead publishes.
enum Judge {
    /// The error of a judge that failed.
    struct Failure: Error, CustomStringConvertible {
        /// The output.
        let description: String
    }

    /// Debian's interpreter, which has the package `python3-prometheus-client`.
    static let python = "/usr/bin/python3"
    /// Whether ``python`` has prometheus_client.
    static let hasPrometheusClient = has(python, "-c", "import prometheus_client")
    static let hasPrometheus = has("/usr/bin/prometheus", "--version") && has("/usr/bin/promtool", "--version")
    static let hasPushgateway = has("/usr/bin/prometheus-pushgateway", "--version")

    /// An interpreter with the package `opentelemetry-proto`, in an environment that is made once; `nil` if it cannot be installed.
    static let protoPython: String? = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "playhead-opentelemetry-proto")
        let interpreter = folder.appending(path: "bin/python").path
        let check = "from opentelemetry.proto.collector.metrics.v1 import metrics_service_pb2"
        if has(interpreter, "-c", check) { return interpreter }
        guard has("/usr/bin/env", "python3", "-m", "venv", "--clear", folder.path),
            has(interpreter, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "opentelemetry-proto"),
            has(interpreter, "-c", check)
        else { return nil }
        return interpreter
    }()

    private static func has(_ program: String, _ arguments: String...) -> Bool { (try? run(program, arguments)) != nil }

    /// Runs a program to its end.
    /// - Returns: Its standard output and standard error.
    /// - Throws: ``Failure`` unless its exit status is 0.
    @discardableResult
    static func run(_ program: String, _ arguments: [String], input: String = "") throws -> String {
        try withFolder { folder in
            let (inputFile, outputFile) = (folder.appending(path: "in"), folder.appending(path: "out"))
            try Data(input.utf8).write(to: inputFile)
            try Data().write(to: outputFile)
            let process = Process()
            process.executableURL = URL(fileURLWithPath: program)
            process.arguments = arguments
            process.standardInput = try FileHandle(forReadingFrom: inputFile)
            let output = try FileHandle(forWritingTo: outputFile)
            process.standardOutput = output
            process.standardError = output
            try process.run()
            process.waitUntilExit()
            let text = String(decoding: try Data(contentsOf: outputFile), as: UTF8.self)
            guard process.terminationStatus == 0 else { throw Failure(description: "\(program): \(text)") }
            return text
        }
    }

    /// Runs a script of Python.
    static func python(_ script: String, _ arguments: [String] = [], input: String, with interpreter: String = python) throws -> String {
        try run(interpreter, ["-c", script] + arguments, input: input)
    }

    private static func withFolder<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let folder = FileManager.default.temporaryDirectory.appending(path: "playhead-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
