/// Builds the text of a playlist, line by line.
struct PlaylistWriter {
    private(set) var text = "#EXTM3U\n"

    /// Writes a tag with a value that is not an attribute list.
    mutating func tag(_ tag: TagName, _ value: String? = nil) { self.tag(named: tag.rawValue, value) }

    /// Writes a tag by its name.
    mutating func tag(named name: String, _ value: String?) {
        text += "#"
        text += name
        if let value {
            text += ":"
            text += value
        }
        text += "\n"
    }

    /// Writes a tag with attributes.
    mutating func tag(_ tag: TagName, _ attributes: AttributeWriter) { self.tag(tag, attributes.text) }

    /// Writes a URI line.
    mutating func uri(_ uri: String) {
        text += uri
        text += "\n"
    }

    /// Writes the tags of both kinds of playlist.
    mutating func common(version: Int?, variables: [VariableDefinition], hasIndependentSegments: Bool, start: StartPoint?) {
        if let version { tag(.version, String(version)) }
        for variable in variables {
            var list = AttributeWriter()
            switch variable.source {
            case .value:
                list.quoted("NAME", variable.name)
                list.quoted("VALUE", variable.value ?? "")
            case .import: list.quoted("IMPORT", variable.name)
            case .queryParameter: list.quoted("QUERYPARAM", variable.name)
            }
            tag(.define, list)
        }
        if hasIndependentSegments { tag(.independentSegments) }
        if let start {
            var list = AttributeWriter()
            list.number("TIME-OFFSET", start.timeOffset)
            list.flag("PRECISE", start.isPrecise)
            tag(.start, list)
        }
    }
}
