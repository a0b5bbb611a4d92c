import PlayheadNumbers

/// The thumbnails in an image: tiles of the same size and duration, in rows from the top, each from the left.
struct TileGrid: Sendable, Hashable {
    private static let maximumTiles = 10_000

    let columns: Int
    let rows: Int
    /// The time of the first thumbnail on the timeline of the presentation, in seconds.
    var start = 0.0
    /// The duration of all thumbnails, in seconds.
    var duration = 0.0

    /// Reads a value such as `10x20`: columns and rows; `nil` if it is invalid.
    init?(_ text: String) {
        let sides = text.lowercased().split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let columns = sides[0], let rows = sides[1], columns > 0, rows > 0,
            columns.saturatingMultiplied(by: rows) <= Self.maximumTiles
        else { return nil }
        self.columns = columns
        self.rows = rows
    }

    /// The number of tiles.
    // bounded: by the initializer
    var count: Int { columns * rows }

    /// A thumbnail: its column and row, and the times at which it is shown, in seconds.
    struct Tile: Equatable {
        var column: Int
        var row: Int
        var start: Double
        var end: Double
    }

    /// Returns the thumbnail for a time, otherwise the nearest one.
    func tile(at time: Double) -> Tile {
        // Times that were computed from numbers of tiles are slightly inexact.
        let tolerance = 1e-6
        let step = max(1e-3, duration / Double(count))
        let index = min(count - 1, max(0, Int(saturating: ((time - start) / step + tolerance).rounded(.down))))
        let first = start + Double(index) * step
        return Tile(column: index % columns, row: index / columns, start: first, end: first + step)
    }
}
