/// Selects the media file of an ad.
package enum MediaFileChooser {
    /// Returns the playable files, best first; `base` is the URL of the document.
    ///
    /// Adaptive streams come first. They are followed by the files within the bandwidth, and by the others. Within the bandwidth, the
    /// largest picture that the view shows without reduction is preferred; otherwise the lowest bitrate.
    /// - Throws: `AdError` 901 if all files require VPAID, 403 if no file has a supported type.
    package static func ranked(
        _ files: [VASTLinear.MediaFile], capabilities: AdMediaCapabilities, base: String? = nil
    ) throws(AdError) -> [VASTLinear.MediaFile] {
        guard !files.isEmpty else { throw AdError(.noSupportedMediaFile, "the ad has no media file") }
        let playable = files.compactMap { self.playable($0, capabilities, base: base) }
        guard !playable.isEmpty else {
            if files.allSatisfy({ $0.apiFramework?.equalsIgnoringCase("VPAID") == true }) {
                throw AdError(.vpaid, "all media files are VPAID units, which are not run", url: files.first?.url)
            }
            let types = files.map { $0.type ?? "unknown" }.reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            throw AdError(
                .noSupportedMediaFile, "no media file can be played: \(types.prefix(8).joined(separator: ", "))", url: files.first?.url)
        }
        let costs = playable.enumerated().map { (cost: cost($0.element, capabilities), index: $0.offset) }
        return costs.sorted { ($0.cost, $0.index) < ($1.cost, $1.index) }.map { playable[$0.index] }
    }

    /// Returns the file with its resolved URL; `nil` if it is not playable.
    private static func playable(
        _ file: VASTLinear.MediaFile, _ capabilities: AdMediaCapabilities, base: String?
    ) -> VASTLinear.MediaFile? {
        // Some documents use the name of the standard as framework.
        if let framework = file.apiFramework, !framework.equalsIgnoringCase("VAST") { return nil }
        guard let url = AdAddress.fetchable(file.url, relativeTo: base), let type = type(of: file), capabilities.types.contains(type),
            isPlayable(codec: file.codec, capabilities)
        else { return nil }
        var file = file
        file.url = url
        return file
    }

    private static func type(of file: VASTLinear.MediaFile) -> String? {
        if let type = file.type?.split(separator: ";").first?.trimmed.lowercased(), !type.isEmpty { return type }
        return AdMediaCapabilities.typesOfExtensions[AdAddress.fileExtension(of: file.url)]
    }

    /// Returns whether a codec is supported. A text that is not in the form of RFC 6381 is ignored, because documents contain arbitrary
    /// text.
    private static func isPlayable(codec: String?, _ capabilities: AdMediaCapabilities) -> Bool {
        guard let codec else { return true }
        return codec.split(separator: ",").allSatisfy { part in
            let pieces = part.trimmed.lowercased().split(separator: ".")
            guard pieces.count > 1, let name = pieces.first else { return true }
            return capabilities.codecs.contains(String(name))
        }
    }

    private static func cost(_ file: VASTLinear.MediaFile, _ capabilities: AdMediaCapabilities) -> Double {
        let unlikely = 1e9
        if AdMediaCapabilities.adaptiveTypes.contains(type(of: file) ?? "") { return -unlikely }
        let rate = Double(file.bitrate ?? file.maxBitrate ?? 0)
        if let bandwidth = capabilities.bandwidth, rate * 1000 > bandwidth { return 2 * unlikely + rate }
        let height = Double(file.height ?? 0)
        if let view = capabilities.viewHeight.map(Double.init), height > view { return unlikely + height }
        // A larger picture is better, and for the same size a higher bitrate.
        // bounded: floating point does not trap
        return -height * 1000 - min(rate, 100_000) / 1000
    }
}
