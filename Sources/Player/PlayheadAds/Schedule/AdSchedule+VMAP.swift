extension VMAPDocument {
    /// Returns the breaks for a player.
    /// - Parameter base: The URL of the document, after redirects: one from the network must not refer to local files. `nil`: the app's own.
    /// - Returns: All breaks, including unusable ones with their errors.
    package func schedule(base: String?) -> [AdBreak] {
        var ids: Set<String> = []
        return adBreaks.enumerated().map { index, vmapBreak in
            // Identifiers are often missing or duplicated.
            var id = vmapBreak.id ?? "break-\(index + 1)"
            while !ids.insert(id).inserted { id += "-\(index + 1)" }
            return vmapBreak.adBreak(id: id, base: base)
        }
    }
}

extension VMAPBreak {
    fileprivate func adBreak(id: String, base: String?) -> AdBreak {
        var adBreak = AdBreak(id: id, offset: offset, source: source(base: base))
        adBreak.repeatAfter = repeatAfter
        // Display ads are not supported, so they are not requested.
        adBreak.creativeType = breakTypes.filter { $0 != .display }.map(\.rawValue).joined(separator: ",")
        adBreak.trackingEvents = trackingEvents
        adBreak.allowsMultipleAds = adSource?.allowsMultipleAds ?? true
        adBreak.followsRedirects = adSource?.followsRedirects ?? true
        return adBreak
    }

    private var offset: AdBreakOffset {
        switch timeOffset {
        case .start: .preRoll
        case .end: .postRoll
        case .at(let offset): .midRoll(offset)
        case .position(let number): .mark(number)
        }
    }

    private func source(base: String?) -> AdBreak.Source {
        if case .position(let number) = timeOffset {
            return .unusable(AdError(.vmapUndefined, "the position of the mark #\(number) is unknown"))
        }
        guard breakTypes.contains(.linear) || breakTypes.contains(.nonlinear) else {
            return .unusable(AdError(.breakType, "breaks of the type \(breakTypeText) are not supported"))
        }
        switch adSource?.content {
        case .vast(let document): return .document(document, base: base)
        case .tag(let url, let template):
            if let template, !template.lowercased().hasPrefix("vast") || template.lowercased() == "vast1" {
                return .unusable(AdError(.templateType, "responses of the type \(template) are not supported", url: url))
            }
            guard let address = AdAddress.fetchable(url, relativeTo: base) else {
                return .unusable(AdError(.wrapperTimeout, "the tag is not a valid URL", url: url))
            }
            return .tags([address])
        case .custom(_, let template):
            return .unusable(AdError(.templateType, "data of the type \(template ?? "unknown") is not supported"))
        case .invalid(let error): return .unusable(error)
        case nil: return .unusable(AdError(.breakDocument, "the break has no source of ads"))
        }
    }
}
