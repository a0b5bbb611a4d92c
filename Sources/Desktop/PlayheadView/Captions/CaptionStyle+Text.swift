extension CaptionStyle {
    /// An error in the text form of a caption style.
    package struct Fault: Error, Sendable, Hashable, CustomStringConvertible {
        /// The message.
        package let description: String
    }

    /// Parses the command-line form of a style: `size=150,font=Serif,color=ffff00,background=000000/0.5,edge=outline`. Settings that are
    /// absent keep WebVTT's values. Sizes are in percent, and opacities after a colour range from 0 to 1; `look` sets the colours and edge
    /// of a ``Look``; `stream=no` ignores the stream's own styles.
    /// - Throws: ``Fault``.
    package init(parsing text: String) throws(Fault) {
        self.init()
        for field in text.split(separator: ",") {
            let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else { throw Fault(description: "'\(field)' has no value.") }
            switch parts[0] {
            case "size":
                guard let percent = Double(parts[1]), (25...400).contains(percent) else {
                    throw Fault(description: "A size is a percentage from 25 to 400, and not '\(parts[1])'.")
                }
                scale = percent / 100
            case "font": fontFamily = parts[1]
            case "color": foreground = try Color(parsing: parts[1], opacity: 1)
            case "background": background = try Color(parsing: parts[1], opacity: background.opacity)
            case "edge":
                guard let edge = Edge(rawValue: parts[1]) else {
                    throw Fault(description: "An edge is \(Self.list(Edge.allCases)), and not '\(parts[1])'.")
                }
                self.edge = edge
            case "stream":
                guard let isUsed = ["yes": true, "no": false][parts[1]] else {
                    throw Fault(description: "Styles of the stream are used or not, yes or no, and not '\(parts[1])'.")
                }
                usesStreamStyles = isUsed
            case "look":
                guard let look = Look(rawValue: parts[1]) else {
                    throw Fault(description: "A look is \(Self.list(Look.allCases)), and not '\(parts[1])'.")
                }
                self.look = look
            default: throw Fault(description: "'\(parts[0])' is not one of size, font, color, background, edge, look and stream.")
            }
        }
    }

    private static func list<Name: RawRepresentable<String>>(_ names: [Name]) -> String { names.map(\.rawValue).joined(separator: ", ") }
}

extension CaptionStyle.Color {
    /// Parses `RRGGBB` or `RRGGBB/OPACITY`.
    fileprivate init(parsing text: String, opacity: Double) throws(CaptionStyle.Fault) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let (digits, maximumParts) = (6, 2)
        guard let first = parts.first, first.count == digits, first.allSatisfy(\.isHexDigit), let rgb = UInt32(first, radix: 16),
            parts.count <= maximumParts
        else { throw CaptionStyle.Fault(description: "A colour is six hexadecimal digits, and not '\(text)'.") }
        guard parts.count == maximumParts else {
            self.init(rgb: rgb, opacity: opacity)
            return
        }
        guard let opacity = Double(parts[1]), (0...1).contains(opacity) else {
            throw CaptionStyle.Fault(description: "An opacity is from 0 to 1, and not '\(parts[1])'.")
        }
        self.init(rgb: rgb, opacity: opacity)
    }
}
