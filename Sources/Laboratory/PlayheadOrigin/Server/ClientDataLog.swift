import PlayheadCMCD
import Synchronization

/// Validates the data of CMCD in the requests of an origin, and keeps the latest.
final class ClientDataLog: Sendable {
    /// The number of records at which the older half is dropped.
    private static let maximumRecords = 50_000
    /// The length of all requests from which the older half is dropped as well, in bytes.
    private static let maximumLength = 32 << 20

    private struct State {
        var records: [ClientDataRecord] = []
        /// The length of the requests since records were dropped, in bytes.
        var length = 0
        var check = CMCDSessionCheck()
        var observer: (@Sendable (ClientDataRecord) -> Void)?
    }

    private let state = Mutex(State())

    var records: [ClientDataRecord] { state.withLock { $0.records } }

    /// The numbers of reports that are missing.
    var gaps: [CMCDProblem] { state.withLock { $0.check.gaps() } }

    /// The identifiers of all sessions.
    var sessions: Set<String> { state.withLock { $0.check.sessions } }

    func observe(_ observer: @escaping @Sendable (ClientDataRecord) -> Void) { state.withLock { $0.observer = observer } }

    /// Validates the data of a request, if it has any.
    func add(_ request: OriginRequest) {
        let readings: [CMCDReading]
        let isReport = request.headers["content-type"]?.lowercased().hasPrefix(CMCDData.mediaType) ?? false
        if request.method == "POST", isReport {
            readings = CMCDReader.report(body: request.body, contentType: request.headers["content-type"])
        } else if Self.mayHaveData(request),
            let reading = CMCDReader.request(headers: request.headers.map { ($0.name, $0.value) }, query: request.query)
        {
            readings = [reading]
        } else {
            return
        }
        let (record, observer) = state.withLock { state in
            let found = readings.flatMap { state.check.add($0, target: $0.mode == .event ? request.path : "") }
            let record = ClientDataRecord(method: request.method, path: request.path, readings: readings, sessionProblems: found)
            state.records.append(record)
            state.length += request.body.count + (request.query?.utf8.count ?? 0)
            if state.records.count >= Self.maximumRecords || state.length >= Self.maximumLength {
                state.records.removeFirst(state.records.count / 2)
                state.length /= 2
            }
            return (record, state.observer)
        }
        observer?(record)
    }

    private static func mayHaveData(_ request: OriginRequest) -> Bool {
        request.query?.contains(CMCDData.queryName + "=") ?? false || request.headers.contains { $0.name.lowercased().hasPrefix("cmcd-") }
    }
}

/// The data of CMCD (CTA-5004) that one request carried, and its deviations from the specification.
package struct ClientDataRecord: Sendable {
    /// The method of the request.
    package let method: String
    /// The decoded path below the root, without a leading slash.
    package let path: String
    /// The data: one reading of a request for an object, one for each record of a report of events.
    package let readings: [CMCDReading]
    /// The deviations from the rules between the reports of a session.
    package let sessionProblems: [CMCDProblem]

    /// All deviations.
    package var problems: [CMCDProblem] { readings.flatMap(\.problems) + sessionProblems }
}
