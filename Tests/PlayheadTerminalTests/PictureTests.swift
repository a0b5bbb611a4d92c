import PlayheadCore
import Testing

@testable import PlayheadTerminal

@Suite struct PictureTests {
    private static func environment(_ term: String, _ more: [String: String] = [:]) -> TerminalCapabilities {
        TerminalCapabilities(environment: ["TERM": term].merging(more) { $1 })
    }

    /// Renders a picture of `width` × `height` pixels.
    private func render(
        _ renderer: TerminalPicture, width: Int, height: Int, padding: Int = 0, area: TerminalSize,
        color: (Int, Int) -> (UInt8, UInt8, UInt8)
    ) -> RenderedPicture? {
        var bytes: [UInt8] = []
        for row in 0..<height {
            for column in 0..<width {
                let (red, green, blue) = color(column, row)
                bytes += [red, green, blue, 255]
            }
            bytes += [UInt8](repeating: 99, count: padding)
        }
        return bytes.withUnsafeBytes { raw in
            PixelBuffer(bytes: raw, width: width, height: height, bytesPerRow: width * 4 + padding).flatMap {
                renderer.render($0, in: area)
            }
        }
    }

    @Test func aGradientIsRenderedAsHalfBlocks() {
        let renderer = TerminalPicture(capabilities: Self.environment("xterm", ["COLORTERM": "truecolor"]), mode: .halfBlocks)
        let picture = render(renderer, width: 2, height: 4, padding: 8, area: TerminalSize(columns: 2, rows: 2)) { column, row in
            (UInt8(column * 100), UInt8(row * 50), 7)
        }
        let expected = [
            "\u{1B}[38;2;0;0;7;48;2;0;50;7m▀\u{1B}[38;2;100;0;7;48;2;100;50;7m▀",
            "\u{1B}[38;2;0;100;7;48;2;0;150;7m▀\u{1B}[38;2;100;100;7;48;2;100;150;7m▀",
        ]
        #expect(picture?.content == .cells(expected.map { RenderedPicture.Row(encoded: $0) }))
    }

    @Test func anUnchangedColorIsNotRepeated() {
        let renderer = TerminalPicture(capabilities: Self.environment("xterm-256color"), mode: .halfBlocks)
        let picture = render(renderer, width: 4, height: 2, area: TerminalSize(columns: 4, rows: 1)) { _, row in
            row == 0 ? (255, 0, 0) : (0, 0, 255)
        }
        #expect(picture?.content == .cells([RenderedPicture.Row(encoded: "\u{1B}[38;5;196;48;5;21m▀▀▀▀")]))
    }

    @Test func withoutColorsBrightnessIsShown() {
        let capabilities = Self.environment("xterm", ["NO_COLOR": "1"])
        #expect(capabilities.colorDepth == .none)
        let renderer = TerminalPicture(capabilities: capabilities)
        let picture = render(renderer, width: 10, height: 1, area: TerminalSize(columns: 10, rows: 1)) { column, _ in
            let grey = UInt8((column * 255 + 8) / 9)
            return (grey, grey, grey)
        }
        #expect(picture?.content == .cells([RenderedPicture.Row(encoded: " .:-=+*#%@")]))
    }

    @Test func pixelsAreAveraged() {
        let renderer = TerminalPicture(capabilities: Self.environment("xterm", ["COLORTERM": "24bit"]), mode: .halfBlocks)
        let picture = render(renderer, width: 4, height: 4, area: TerminalSize(columns: 1, rows: 1)) { column, _ in
            column % 2 == 0 ? (0, 0, 0) : (200, 100, 50)
        }
        #expect(picture?.content == .cells([RenderedPicture.Row(encoded: "\u{1B}[38;2;100;50;25;48;2;100;50;25m▀")]))
    }

    static let aspects: [(Double, Int, Int, Int, Int)] = [
        (16.0 / 9, 80, 24, 80, 23), (16.0 / 9, 80, 14, 50, 14), (4.0 / 3, 80, 24, 64, 24), (9.0 / 16, 80, 24, 27, 24),
        (1000, 80, 24, 80, 1),
        (0.001, 80, 24, 1, 24),
    ]

    @Test(arguments: aspects) func theAspectRatioIsKept(aspect: Double, columns: Int, rows: Int, fittedColumns: Int, fittedRows: Int) {
        let size = PictureSize.fit(aspect: aspect, in: TerminalSize(columns: columns, rows: rows))
        #expect(size == TerminalSize(columns: fittedColumns, rows: fittedRows))
    }

    @Test func libchafaDrawsTheRequestedCells() throws {
        for term in ["xterm-256color", "xterm", "tmux-256color", "nonsense"] {
            let renderer = TerminalPicture(capabilities: Self.environment(term), mode: .symbols)
            #expect(renderer.mode == .symbols)
            let picture = try #require(
                render(renderer, width: 64, height: 36, area: TerminalSize(columns: 32, rows: 9)) { column, row in
                    column < 32 ? (255, 0, 0) : (0, 0, UInt8(row * 7))
                })
            #expect(picture.columns == 32)
            #expect(picture.rows == 9)
            guard case .cells(let rows) = picture.content else {
                Issue.record("no cells")
                return
            }
            #expect(rows.count == 9)
            #expect(rows.allSatisfy { TextWidth.of($0.plainText) == 32 })
        }
    }

    @Test func pixelModesProduceOneSequence() throws {
        for (mode, start) in [(PictureMode.kitty, "\u{1B}_G"), (.sixel, "\u{1B}P")] {
            let renderer = TerminalPicture(capabilities: Self.environment("xterm-256color"), mode: mode)
            let picture = try #require(
                render(renderer, width: 32, height: 16, area: TerminalSize(columns: 20, rows: 5)) { _, _ in (10, 200, 30) })
            guard case .graphics(let sequence) = picture.content else {
                Issue.record("no graphics")
                return
            }
            #expect(sequence.hasPrefix(start))
        }
    }

    static let environments: [(String, [String: String], PictureMode, ColorDepth)] = [
        ("xterm-kitty", [:], .kitty, .trueColor), ("xterm-256color", [:], .symbols, .indexed),
        ("xterm-256color", ["COLORTERM": "truecolor"], .symbols, .trueColor),
        ("tmux-256color", ["KITTY_WINDOW_ID": "1", "TMUX": "x"], .symbols, .indexed), ("dumb", [:], .halfBlocks, .none),
        ("xterm-kitty", ["NO_COLOR": "1"], .halfBlocks, .none), ("xterm-256color", ["NO_COLOR": ""], .symbols, .indexed),
    ]

    @Test(arguments: environments)
    func theEnvironmentDeterminesTheMode(term: String, more: [String: String], mode: PictureMode, depth: ColorDepth) {
        let capabilities = Self.environment(term, more)
        #expect(capabilities.pictureMode == mode)
        #expect(capabilities.colorDepth == depth)
    }

    @Test func sizesThatExceedTheBytesAreRejected() {
        let bytes = [UInt8](repeating: 0, count: 64)
        bytes.withUnsafeBytes { raw in
            #expect(PixelBuffer(bytes: raw, width: 4, height: 4, bytesPerRow: 16) != nil)
            #expect(PixelBuffer(bytes: raw, width: 4, height: 5, bytesPerRow: 16) == nil)
            #expect(PixelBuffer(bytes: raw, width: 5, height: 1, bytesPerRow: 16) == nil)
            #expect(PixelBuffer(bytes: raw, width: 0, height: 4, bytesPerRow: 16) == nil)
            #expect(PixelBuffer(bytes: raw, width: .max, height: .max, bytesPerRow: .max) == nil)
        }
        let renderer = TerminalPicture(capabilities: Self.environment("xterm"))
        #expect(render(renderer, width: 2, height: 2, area: TerminalSize(columns: 0, rows: 5)) { _, _ in (0, 0, 0) } == nil)
    }
}
