/// The style of a piece of text.
struct TextStyle: Sendable, Hashable {
    var foreground: TerminalColor?
    var background: TerminalColor?
    var isBold = false
    /// Whether the text is dim; used for grey on terminals without colours.
    var isDim = false
    /// Whether the text is inverse on terminals without colours.
    var isInverseWithoutColor = false

    static let plain = TextStyle()

    /// Returns the SGR sequence of the style; empty for plain text.
    func sequence(depth: ColorDepth) -> String {
        var parameters: [String] = []
        if isBold { parameters.append("1") }
        if isDim, depth == .none { parameters.append("2") }
        if isInverseWithoutColor, depth == .none { parameters.append("7") }
        if let code = foreground?.parameters(isBackground: false, depth: depth) { parameters.append(code) }
        if let code = background?.parameters(isBackground: true, depth: depth) { parameters.append(code) }
        return parameters.isEmpty ? "" : "\u{1B}[\(parameters.joined(separator: ";"))m"
    }
}
