/// Reads received data and validates it: the only implementation of the specification's rules for receivers.
package enum CMCDReader {
    /// The maximum length of a header field, a query argument or a record, in bytes.
    package static let maximumLength = 65_536
    /// The maximum number of records of a report.
    package static let maximumRecords = 10_000

    /// Reads the data of a request for an object.
    /// - Parameters:
    ///   - headers: All header fields of the request.
    ///   - query: The query of the request, still encoded; `nil` without one.
    /// - Returns: The data with its problems; `nil` for a request without data.
    package static func request(headers: [(name: String, value: String)], query: String?) -> CMCDReading? {
        var check = RecordCheck(mode: .request)
        var isPresent = false
        for header in CMCDHeader.allCases {
            let values = headers.filter { $0.name.lowercased() == header.rawValue.lowercased() }.map(\.value)
            guard !values.isEmpty else { continue }
            isPresent = true
            // Several fields of one name are one list (RFC 9110 §5.3).
            check.read(Array(values.joined(separator: ",").utf8), at: header.rawValue, in: header)
        }
        let arguments = CMCDQuery.values(in: query ?? "")
        if !arguments.isEmpty {
            if isPresent { check.note(.error, "query", "The data is both in header fields and in the query.") }
            if arguments.count > 1 { check.note(.error, "query", "There are \(arguments.count) query arguments with data.") }
            isPresent = true
            if let text = CMCDData.percentDecoded(arguments[0]) {
                check.read(text, at: "query", in: nil)
            } else {
                check.note(.error, "query", "The percent-encoding is invalid.")
            }
        }
        return isPresent ? check.finish() : nil
    }

    /// Reads a report of events: records that are separated by line feeds.
    /// - Parameters:
    ///   - body: The body of the request.
    ///   - contentType: The media type of the body; `nil` if it is absent.
    /// - Returns: The records in order, at least one; a report without records has one with an error.
    package static func report(body: [UInt8], contentType: String?) -> [CMCDReading] {
        let type = contentType?.split(separator: ";").first.map { $0.lowercased().filter { $0 != " " } }
        var records: [CMCDReading] = []
        let lines = body.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.prefix(maximumRecords).enumerated() {
            let place = "record \(index + 1)"
            var check = RecordCheck(mode: .event)
            if index == 0, type != CMCDData.mediaType {
                check.note(.error, place, "The media type is \(type ?? "absent") instead of \(CMCDData.mediaType).")
            }
            if line.isEmpty {
                check.note(.error, place, "The record is empty: a line feed separates two records and follows none.")
                records.append(check.unfinished)
                continue
            }
            check.read(Array(line), at: place, in: nil)
            records.append(check.finish())
        }
        if lines.count > maximumRecords {
            var check = RecordCheck(mode: .event)
            check.note(.error, "report", "The report has \(lines.count) records, more than \(maximumRecords).")
            records.append(check.unfinished)
        }
        return records
    }
}
