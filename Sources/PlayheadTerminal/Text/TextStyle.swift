/// How a piece of text looks.
struct TextStyle: Sendable, Hashable {
    var foreground: TerminalColor?
    var background: TerminalColor?
    var isBold = false
    /// Also used where a grey can't be shown.
    var isDim = false
    /// Inverse where colours can't be shown.
    var isInverseWithoutColor = false

    static let plain = TextStyle()

    /// The SGR sequence that selects it, or an empty string for plain text.
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
