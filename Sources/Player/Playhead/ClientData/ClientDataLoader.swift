import Foundation
import PlayheadCMCD
import PlayheadCore
import PlayheadTransport

/// Adds client data to the requests for media, and reports the responses.
struct ClientDataLoader: Loader {
    let base: any Loader
    let reports: ClientDataReports
    /// Whether the base is a loader of the app, which sends requests as they are.
    let isBaseForeign: Bool
    /// The identifier of the content of the requests, empty for a content without one; `nil` for that of the current item.
    let contentID: String?

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        guard !request.url.isFileURL, var object = CMCDObject(request) else { return try await base.load(request) }
        object.contentID = contentID
        let data = reports.data(for: object)
        var annotated = request
        annotated.clientData = data.map { ClientData($0, reports.transport) }
        let start = reports.start
        do {
            var response = try await base.load(isBaseForeign ? annotated.withClientDataApplied : annotated)
            if isBaseForeign, let clientData = annotated.clientData { response.url = clientData.removed(from: response.url) }
            reports.received(response.headers)
            guard reports.observesResponses else { return response }
            var report = report(object, status: response.status, since: start)
            report.staticServerData = response.headers[CMSD.staticField]
            let dynamic = response.headers.values(of: CMSD.dynamicField)
            // Servers on the way add fields (RFC 9110 §5.3).
            report.dynamicServerData = dynamic.isEmpty ? nil : dynamic.joined(separator: ", ")
            response.body = LoadBody(
                source: ObservedBody(response.body, ResponseReporter(reports: reports, start: start.time.monotonic, report: report)))
            return response
        } catch let error as LoadError {
            if reports.observesResponses, case .status(let status) = error.reason {
                reports.handle(.response(report(object, status: status, since: start)))
            }
            throw error
        }
    }

    /// Returns the report of a response whose head has arrived now.
    private func report(_ object: CMCDObject, status: Int, since start: ClientDataReports.Start) -> CMCDResponse {
        var report = CMCDResponse(object: object, contentID: contentID ?? start.contentID, status: status, requested: start.time.wall)
        report.firstByte = reports.now.monotonic - start.time.monotonic
        return report
    }
}

/// Reports a response when its body ends, or is left.
private struct ResponseReporter: BodyObserver {
    let reports: ClientDataReports
    let start: Double
    var report: CMCDResponse

    private var elapsed: Double { reports.now.monotonic - start }

    func waits() {}

    mutating func received(_ bytes: [UInt8]) {
        if report.firstBodyByte == nil { report.firstBodyByte = elapsed }
    }

    mutating func ended(_ end: ObservedBodyEnd) {
        if case .complete = end { report.lastByte = elapsed }
        reports.handle(.response(report))
    }
}

extension LoadRequest {
    /// The request with its client data in the URL and the header fields.
    fileprivate var withClientDataApplied: LoadRequest {
        guard let clientData else { return self }
        var request = self
        request.clientData = nil
        request.url = clientData.added(to: url)
        for field in clientData.headers.fields { request.headers.set(field.name, to: field.value) }
        return request
    }
}

extension ClientData {
    fileprivate init(_ data: CMCDData, _ transport: CMCDConfiguration.Transport) {
        switch transport {
        case .header: self.init(headers: HeaderFields(data.headers.map { ($0.name.rawValue, $0.value) }))
        case .query: self.init(queryItem: data.queryItem)
        case .none: self.init()
        }
    }
}
