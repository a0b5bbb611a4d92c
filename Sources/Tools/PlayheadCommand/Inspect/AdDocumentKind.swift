import PlayheadAds
import PlayheadCore

/// The kind of VAST and VMAP documents, detected by the root element.
enum AdDocumentKind: FileKind {
    static func inspect(_ file: InspectedFile) throws -> Inspection? {
        let isNamedXML = ["xml", "vast", "vmap"].contains(file.fileExtension)
        guard isNamedXML || file.begins(with: "<") else { return nil }
        do {
            switch try AdDocument.parse(file.bytes) {
            case .vast(let document): return Inspection(fields: document.inspection, summary: summary(of: document))
            case .vmap(let document): return Inspection(fields: document.inspection, summary: summary(of: document))
            case nil:
                guard isNamedXML else { return nil }
                throw InspectionError(reason: "XML, but neither VAST nor VMAP")
            }
        } catch let error as AdError {
            throw InspectionError(reason: "\(error)")
        }
    }

    private static func summary(of document: VASTDocument) -> [String] {
        var lines = ["kind      VAST\(document.version.map { " \($0)" } ?? "")"]
        for ad in document.ads {
            let id = [ad.id, ad.title].compactMap { $0 }.joined(separator: ", ")
            lines.append("ad        \(ad.sequence.map { "\($0): " } ?? "")\(id.isEmpty ? "without a name" : id)")
            if let wrapper = ad.wrapper { lines.append("  wrapper   \(wrapper.url ?? "without an address")") }
            for creative in ad.creatives { lines += summary(of: creative) }
        }
        return lines + warnings(document.warnings)
    }

    private static func summary(of creative: VASTCreative) -> [String] {
        var lines: [String] = []
        if let linear = creative.linear {
            let skip = linear.skipOffset.map { ", skipped after \(AdBreakOffset.midRoll($0).text)" } ?? ""
            lines.append(
                "  linear    \(linear.duration.map { "\($0) s" } ?? "of unknown length")\(skip), \(linear.trackingEvents.count) trackers")
            for file in linear.mediaFiles {
                let size = file.width.flatMap { width in file.height.map { "\(width)x\($0)" } }
                let parts = [file.type, size, file.bitrate.map { "\($0) kbit/s" }, file.apiFramework, file.url]
                lines.append("  media     \(parts.compactMap { $0 }.joined(separator: ", "))")
            }
        }
        let shown = [("nonlinear", creative.nonLinears.map(\.resources)), ("companion", creative.companions.map(\.resources))]
        for (name, resources) in shown {
            lines += resources.map {
                "  \(name) \($0.map { "\($0.kind.rawValue)\($0.kind == .html ? "" : " \($0.content)")" }.joined(separator: ", "))"
            }
        }
        return lines
    }

    private static func summary(of document: VMAPDocument) -> [String] {
        var lines = ["kind      VMAP\(document.version.map { " \($0)" } ?? "")"]
        for adBreak in document.adBreaks {
            let source =
                switch adBreak.adSource?.content {
                case .vast(let vast): "\(vast.ads.count) ads"
                case .tag(let url, _): url
                case .custom: "custom data"
                case .invalid(let error): "\(error)"
                case nil: "no ads"
                }
            let again = adBreak.repeatAfter.map { ", again after \($0) s" } ?? ""
            lines.append("break     \(adBreak.timeOffsetText)\(again), \(adBreak.breakTypeText): \(source)")
        }
        return lines + warnings(document.warnings)
    }

    private static func warnings(_ warnings: [AdWarning]) -> [String] { warnings.map { "warning   \($0)" } }
}
