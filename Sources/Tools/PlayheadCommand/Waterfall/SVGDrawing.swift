import Foundation
import PlayheadCore
import PlayheadXML

/// A drawing in SVG 1.1 that grows by elements. Coordinates are in pixels; text is escaped.
struct SVGDrawing {
    private var elements: [String] = []

    /// Adds a rectangle of a class of the style sheet. Viewers show `note` while the pointer is on it.
    mutating func rectangle(x: Double, y: Double, width: Double, height: Double, _ style: String, note: String? = nil) {
        let (x, y, width, height) = (Self.number(x), Self.number(y), Self.number(max(0, width)), Self.number(max(0, height)))
        add("rect", #"x="\#(x)" y="\#(y)" width="\#(width)" height="\#(height)" class="\#(style)""#, note)
    }

    /// Adds a line.
    mutating func line(x1: Double, y1: Double, x2: Double, y2: Double, _ style: String) {
        let (x1, y1, x2, y2) = (Self.number(x1), Self.number(y1), Self.number(x2), Self.number(y2))
        add("line", #"x1="\#(x1)" y1="\#(y1)" x2="\#(x2)" y2="\#(y2)" class="\#(style)""#, nil)
    }

    /// Adds straight lines through points, in order.
    mutating func path(_ points: [(x: Double, y: Double)], _ style: String) {
        guard !points.isEmpty else { return }
        // Points inside a horizontal line are not necessary.
        let bends = points.indices.filter { index in
            index == 0 || index == points.count - 1 || points[index].y != points[index - 1].y || points[index].y != points[index + 1].y
        }
        let data = bends.map { points[$0] }.map { "\(Self.number($0.x)) \(Self.number($0.y))" }.joined(separator: "L")
        add("path", #"d="M\#(data)" class="\#(style)""#, nil)
    }

    /// Adds a line of text, which begins or ends at `x`. An empty text is not added.
    mutating func text(_ content: String, x: Double, y: Double, _ style: String = "", endsAtX: Bool = false, note: String? = nil) {
        guard !content.isEmpty else { return }
        let attributes =
            #"x="\#(Self.number(x))" y="\#(Self.number(y))""# + (style.isEmpty ? "" : #" class="\#(style)""#)
            + (endsAtX ? #" text-anchor="end""# : "")
        add("text", attributes, note, Self.escaped(content))
    }

    private mutating func add(_ element: String, _ attributes: String, _ note: String?, _ content: String = "") {
        let content = (note.map { "<title>\(Self.escaped($0))</title>" } ?? "") + content
        elements.append(content.isEmpty ? "<\(element) \(attributes)/>" : "<\(element) \(attributes)>\(content)</\(element)>")
    }

    /// Returns a file in UTF-8 of this drawing and, above it, another one.
    func file(below other: SVGDrawing, width: Double, height: Double, title: String, style: String) -> String {
        let (width, height) = (Self.number(width), Self.number(height))
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <svg xmlns="http://www.w3.org/2000/svg" version="1.1" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)">
            <title>\(Self.escaped(title))</title>
            <style type="text/css">
            \(style)
            </style>
            \((elements + other.elements).joined(separator: "\n"))
            </svg>

            """
    }

    /// Returns a coordinate with at most one decimal. Numbers that are not finite are 0.
    static func number(_ value: Double) -> String {
        let (ten, limit) = (10.0, 1e9)
        guard value.isFinite, abs(value) < limit else { return "0" }
        // Adding 0 turns a negative zero into 0.
        let rounded = (value * ten).rounded() / ten + 0
        return String(format: rounded == rounded.rounded() ? "%.0f" : "%.1f", rounded)
    }

    /// Returns a text for content and attributes: without control characters and what XML 1.0 does not allow (§2.2), and with reserved
    /// characters escaped.
    static func escaped(_ text: String) -> String {
        let noncharacters: ClosedRange<UInt32> = 0xFFFE...0xFFFF
        let allowed = text.unicodeScalars.filter { $0 == "\n" || !SafeText.isHarmful($0) && !noncharacters.contains($0.value) }
        return XMLElement.escaped(String(String.UnicodeScalarView(allowed)), inAttribute: true)
    }
}
