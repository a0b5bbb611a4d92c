/// The files of the page of a report, which are part of the program.
enum ReportPage {
    static let style = String(decoding: PackageResources.report_css, as: UTF8.self)
    static let script = String(decoding: PackageResources.report_js, as: UTF8.self)
    private static let template = String(decoding: PackageResources.report_html, as: UTF8.self)

    /// Returns the page with values in place of their names in double braces. Values are not searched for names.
    static func fill(_ values: [String: String]) -> String {
        var page = ""
        var rest = Substring(template)
        while let start = rest.firstRange(of: "{{"), let end = rest[start.upperBound...].firstRange(of: "}}") {
            page += rest[..<start.lowerBound]
            page += values[String(rest[start.upperBound..<end.lowerBound])] ?? ""
            rest = rest[end.upperBound...]
        }
        return page + rest
    }
}
