extension VASTParser {
    mutating func warn(_ element: XMLElement, _ message: String) {
        guard warnings.count < XMLReader.maximumWarnings else { return }
        warnings.append(AdWarning(line: element.line, message: "<\(element.name)> \(message)"))
    }

    /// Returns the text of the first child element with a name; `nil` if it is absent or empty.
    func text(_ element: XMLElement, _ name: String) -> String? {
        let text = element.first(name)?.text
        return text?.isEmpty == false ? text : nil
    }

    /// Returns the texts of elements, without empty ones.
    func urls(_ elements: [XMLElement]) -> [String] {
        elements.map(\.text).filter { !$0.isEmpty }
    }

    func links(_ elements: [XMLElement]) -> [VASTLink] {
        elements.filter { !$0.text.isEmpty }.map { VASTLink(id: $0[attribute: "id"], url: $0.text) }
    }

    /// Parses an integer; decimals, which some documents have, are accepted.
    mutating func integer(_ element: XMLElement, _ name: String) -> Int? {
        guard let text = element[attribute: name] else { return nil }
        guard let number = AdTime.decimal(text) else {
            warn(element, "has \(name)=\"\(text.prefix(40))\", which is not a number")
            return nil
        }
        return Int(saturating: number, rounding: .towardZero)
    }

    mutating func decimal(_ element: XMLElement, _ name: String) -> Double? {
        guard let text = element[attribute: name] else { return nil }
        guard let number = AdTime.decimal(text) else {
            warn(element, "has \(name)=\"\(text.prefix(40))\", which is not a number")
            return nil
        }
        return number
    }

    mutating func boolean(_ element: XMLElement, _ name: String) -> Bool? {
        guard let text = element[attribute: name] else { return nil }
        switch text.lowercased() {
        case "true", "1", "yes": return true
        case "false", "0", "no": return false
        default:
            warn(element, "has \(name)=\"\(text.prefix(40))\", which is not a Boolean")
            return nil
        }
    }

    mutating func time(_ element: XMLElement, _ name: String) -> Double? {
        guard let text = element[attribute: name] else { return nil }
        guard let time = AdTime.seconds(text) else {
            warn(element, "has \(name)=\"\(text.prefix(40))\", which is not a time")
            return nil
        }
        return time
    }

    /// Parses a time or a percentage; a number alone, as in an example of VAST, is a number of seconds.
    mutating func offset(_ element: XMLElement, _ name: String) -> AdOffset? {
        guard let text = element[attribute: name] else { return nil }
        if let offset = AdOffset(text) { return offset }
        guard let seconds = AdTime.decimal(text.trimmed) else {
            warn(element, "has \(name)=\"\(text.prefix(40))\", which is neither a time nor a percentage")
            return nil
        }
        warn(element, "has \(name)=\"\(text.prefix(40))\", which is read as seconds")
        return .seconds(seconds)
    }

    /// Parses the trackers in the `<TrackingEvents>` of an element.
    mutating func trackingEvents(_ element: XMLElement) -> [VASTTracking] {
        element.children(named: "TrackingEvents").flatMap { $0.children(named: "Tracking") }.compactMap { tracking($0) }
    }

    private mutating func tracking(_ element: XMLElement) -> VASTTracking? {
        guard let event = element[attribute: "event"] else {
            warn(element, "has no event")
            return nil
        }
        guard !element.text.isEmpty else { return nil }
        let tracking = VASTTracking(event: event, url: element.text, offset: offset(element, "offset"))
        if event == "progress", tracking.offset == nil { warn(element, "of a progress event has no offset") }
        return tracking
    }

    func resources(_ element: XMLElement) -> [VASTResource] {
        element.children.compactMap { child in
            let content = child.text
            guard !content.isEmpty else { return nil }
            if child.isNamed("StaticResource") { return VASTResource(.static, content, creativeType: child[attribute: "creativeType"]) }
            if child.isNamed("IFrameResource") { return VASTResource(.iframe, content) }
            return child.isNamed("HTMLResource") ? VASTResource(.html, content) : nil
        }
    }
}
