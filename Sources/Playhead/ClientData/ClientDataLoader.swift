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

    func load(_ request: LoadRequest) async throws -> LoadResponse {
        guard !request.url.isFileURL, let object = CMCDObject(request) else { return try await base.load(request) }
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
            report.dynamicServerData = response.headers[CMSD.dynamicField]
            response.body = LoadBody(source: ReportedBody(response.body, report, since: start.time.monotonic, reports))
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
        var report = CMCDResponse(object: object, contentID: start.contentID, status: status, requested: start.time.wall)
        report.firstByte = reports.now.monotonic - start.time.monotonic
        return report
    }
}

/// Reports a response when its body ends, or is left.
///
/// `@unchecked Sendable`: the iterator and the report are used only by ``next()``, which one task at a time calls, and by `deinit`; the
/// other properties are constants whose types are `Sendable`.
private final class ReportedBody: LoadBodySource, @unchecked Sendable {
    private let body: LoadBody
    private let start: Double
    private let reports: ClientDataReports
    private var iterator: LoadBody.Iterator
    private var report: CMCDResponse
    private var isReported = false

    init(_ body: LoadBody, _ report: CMCDResponse, since start: Double, _ reports: ClientDataReports) {
        self.body = body
        self.report = report
        self.start = start
        self.reports = reports
        iterator = body.makeAsyncIterator()
    }

    func next() async throws -> [UInt8]? {
        do {
            let chunk = try await iterator.next()
            let elapsed = reports.now.monotonic - start
            if chunk == nil {
                report.lastByte = elapsed
                finish()
            } else if report.firstBodyByte == nil {
                report.firstBodyByte = elapsed
            }
            return chunk
        } catch {
            finish()
            throw error
        }
    }

    func cancel() { body.cancel() }

    deinit { finish() }

    private func finish() {
        guard !isReported else { return }
        isReported = true
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
