/// Computes values from declared ones.
struct CueStyleValues {
    /// Values that are combined from several properties.
    struct Changes {
        var opacity = 1.0
        var lines: Set<CueStyle.Decoration.Line>?
        var decorationColor: CSSColor?
        var decorationStyle = CueStyle.Decoration.Style.solid
        var shadows: [CueDeclaration.ShadowValue]?
        var background: CSSColor??
        var outlineColor: CSSColor?
        var hasOutline = false
        var outlineWidth = CueDeclaration.Length.pixels(3)
    }

    static let bold = 700
    /// The range of font sizes relative to WebVTT's.
    private static let fontSizes = 0.2...5.0
    /// The maximum offset of shadows, in font sizes.
    private static let maximumShadowOffset = 2.0

    let context: CueStyleContext
    let parent: CueStyle
    private let initial: CueStyle

    init(context: CueStyleContext, parent: CueStyle) {
        self.context = context
        self.parent = parent
        initial = CueStyle(fontSize: context.fontSize)
    }

    func apply(_ declaration: CueDeclaration, to style: inout CueStyle, _ changes: inout Changes) {
        switch declaration.value {
        case .inherit: copy(declaration.property, from: parent, &style, &changes)
        case .initial: copy(declaration.property, from: initial, &style, &changes)
        case .unset: copy(declaration.property, from: declaration.property.isInherited ? parent : initial, &style, &changes)
        default: set(declaration, &style, &changes)
        }
    }

    private func set(_ declaration: CueDeclaration, _ style: inout CueStyle, _ changes: inout Changes) {
        switch (declaration.property, declaration.value) {
        case (.color, .color(let color)): style.ownColor = color ?? parent.ownColor
        case (.opacity, .number(let opacity)): changes.opacity = opacity
        case (.visibility, .flag(let isVisible)): style.isVisible = isVisible
        case (.decorationLine, .lines(let lines)): changes.lines = lines
        case (.decorationColor, .color(let color)): changes.decorationColor = color
        case (.decorationStyle, .decorationStyle(let decorationStyle)): changes.decorationStyle = decorationStyle
        case (.textShadow, .shadows(let shadows)): changes.shadows = shadows
        case (.backgroundColor, .color(let color)): changes.background = .some(color)
        case (.outlineColor, .color(let color)): changes.outlineColor = color
        case (.outlineStyle, .flag(let hasOutline)): changes.hasOutline = hasOutline
        case (.outlineWidth, .length(let width)): changes.outlineWidth = width
        case (.fontFamily, .families(let families)): style.fontFamilies = families
        case (.fontSize, .length(let length)): style.fontSize = bounded(resolved(length, fontSize: parent.fontSize))
        case (.fontStyle, .flag(let isItalic)): style.isItalic = isItalic
        case (.fontWeight, .weight(let weight)): style.fontWeight = Self.resolved(weight, parent.fontWeight)
        case (.fontStretch, .stretch(let stretch)): style.fontStretch = stretch
        case (.fontVariant, .flag(let isSmallCaps)): style.isSmallCaps = isSmallCaps
        case (.lineHeight, .normal): style.lineHeight = nil
        case (.lineHeight, .number(let number)): style.lineHeight = number
        case (.lineHeight, .length(let length)):
            style.lineHeight = style.fontSize > 0 ? resolved(length, fontSize: style.fontSize) / style.fontSize : nil
        case (.whiteSpace, .whiteSpace(let whiteSpace)): style.whiteSpace = whiteSpace
        case (.rubyPosition, .rubyPosition(let position)): style.rubyPosition = position
        case (.textCombineUpright, .flag(let isCombined)): style.isCombinedUpright = isCombined
        default: break
        }
    }

    private func copy(_ property: CueDeclaration.Property, from other: CueStyle, _ style: inout CueStyle, _ changes: inout Changes) {
        switch property {
        case .color: style.ownColor = other.ownColor
        case .opacity: changes.opacity = 1
        case .visibility: style.isVisible = other.isVisible
        case .decorationLine: changes.lines = []
        case .decorationColor: changes.decorationColor = nil
        case .decorationStyle: changes.decorationStyle = .solid
        case .textShadow:
            changes.shadows = nil
            style.shadows = other.shadows
        case .backgroundColor: changes.background = .some(other.background)
        case .outlineColor: changes.outlineColor = nil
        case .outlineStyle: changes.hasOutline = false
        case .outlineWidth: changes.outlineWidth = .pixels(3)
        case .fontFamily: style.fontFamilies = other.fontFamilies
        case .fontSize: style.fontSize = other.fontSize
        case .fontStyle: style.isItalic = other.isItalic
        case .fontWeight: style.fontWeight = other.fontWeight
        case .fontStretch: style.fontStretch = other.fontStretch
        case .fontVariant: style.isSmallCaps = other.isSmallCaps
        case .lineHeight: style.lineHeight = other.lineHeight
        case .whiteSpace: style.whiteSpace = other.whiteSpace
        case .textCombineUpright: style.isCombinedUpright = other.isCombinedUpright
        case .rubyPosition: style.rubyPosition = other.rubyPosition
        }
    }

    /// Computes the values that depend on the colour and the font.
    func finish(_ style: inout CueStyle, _ changes: Changes) {
        style.opacity *= changes.opacity
        let opacity = style.opacity
        func faded(_ color: CSSColor) -> CSSColor { CSSColor(rgb: color.rgb, opacity: color.opacity * opacity) }
        style.color = faded(style.ownColor)
        if changes.opacity != 1 {
            for index in style.shadows.indices { style.shadows[index].color.opacity *= changes.opacity }
            style.background?.opacity *= changes.opacity
        }
        if let lines = changes.lines {
            // The element's own decorations; those of enclosing elements are kept.
            style.decorations = parent.decorations
            if !lines.isEmpty {
                let color = faded(changes.decorationColor ?? style.ownColor)
                style.decorations.append(CueStyle.Decoration(lines: lines, color: color, style: changes.decorationStyle))
            }
        }
        if let shadows = changes.shadows {
            style.shadows = shadows.map { shadow in
                CueStyle.Shadow(
                    x: near(shadow.x, style), y: near(shadow.y, style), blur: max(0, near(shadow.blur, style)),
                    color: faded(shadow.color ?? style.ownColor))
            }
        }
        if let background = changes.background { style.background = faded(background ?? style.ownColor) }
        guard changes.hasOutline else { return }
        let width = max(0, near(changes.outlineWidth, style))
        if width > 0 { style.outline = CueStyle.Outline(width: width, color: faded(changes.outlineColor ?? style.ownColor)) }
    }

    // MARK: Numbers

    private func near(_ length: CueDeclaration.Length, _ style: CueStyle) -> Double {
        let most = style.fontSize * Self.maximumShadowOffset
        return min(max(resolved(length, fontSize: style.fontSize), -most), most)
    }

    private func bounded(_ size: Double) -> Double {
        min(max(size, context.fontSize * Self.fontSizes.lowerBound), context.fontSize * Self.fontSizes.upperBound)
    }

    private func resolved(_ length: CueDeclaration.Length, fontSize: Double) -> Double {
        let (width, height) = (context.pictureWidth, context.pictureHeight)
        return switch length {
        case .pixels(let pixels): pixels
        case .em(let number): number * fontSize
        case .rootEm(let number): number * context.fontSize
        // bounded: floating point does not trap
        case .width(let percent): percent / 100 * width
        // bounded: floating point does not trap
        case .height(let percent): percent / 100 * height
        case .smaller(let percent): percent / 100 * min(width, height)
        case .greater(let percent): percent / 100 * max(width, height)
        }
    }

    /// Resolves a relative weight (CSS Fonts Level 4, §2.2).
    private static func resolved(_ weight: CueDeclaration.Weight, _ inherited: Int) -> Int {
        switch weight {
        case .absolute(let weight): weight
        case .bolder: inherited < 350 ? 400 : inherited < 550 ? bold : max(inherited, 900)
        case .lighter: inherited < 100 ? inherited : inherited < 550 ? 100 : inherited < 750 ? 400 : bold
        }
    }
}
