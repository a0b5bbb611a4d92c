/// Where the parts of the live view are, for one size: pure arithmetic.
///
/// From the top: title, URL, picture, captions, timeline, live, status, details, log, keys. What matters less goes first as the room shrinks. In wide terminals the log
/// stands at the right side of a picture, over the whole height but for title and keys; without a picture it has all the room below.
struct LiveLayout: Sendable, Hashable {
    private static let sideLogFromColumns = 120
    private static let sideLogColumns = 44...64
    private static let logRows = 4
    private static let margin = 1

    let size: TerminalSize
    /// The columns of all but the log at the side.
    let mainColumns: Int
    /// The columns of the log at the side; 0 where it stands below, or nowhere.
    let sideColumns: Int
    /// The rows of the log below; its heading is one of them.
    let logRows: Int
    let hasURL: Bool
    /// Whether there is a line about the live edge.
    let hasLive: Bool
    /// The rows below the picture that are kept for captions, so that nothing moves when they come and go.
    let captionRows: Int
    let hasStatus: Bool
    let hasDetails: Bool
    let hasKeys: Bool
    /// Empty rows around the timeline block.
    let gaps: Int
    /// The picture's room.
    let picture: TerminalSize

    init(size: TerminalSize, hasPicture: Bool, isLive: Bool = false, hasCaptions: Bool = false) {
        self.size = size
        let rows = size.rows
        let isSide = hasPicture && size.columns >= Self.sideLogFromColumns && rows >= 12
        sideColumns = isSide ? min(max(size.columns * 3 / 10, Self.sideLogColumns.lowerBound), Self.sideLogColumns.upperBound) : 0
        mainColumns = max(0, size.columns - sideColumns - (isSide ? 2 : 0))
        hasStatus = rows >= 3
        hasKeys = rows >= 7
        hasURL = rows >= 12
        hasDetails = rows >= 10
        hasLive = isLive && rows >= 9
        captionRows = !hasCaptions || rows < 11 ? 0 : rows < 16 ? 1 : 2
        gaps = rows >= 30 ? 2 : 0
        // Title and timeline are always there.
        let fixed = [true, rows >= 2, hasStatus, hasKeys, hasURL, hasDetails, hasLive].count { $0 } + gaps + captionRows
        let rest = max(0, rows - fixed)
        if isSide {
            logRows = 0
        } else if !hasPicture {
            logRows = rest
        } else {
            logRows = rows >= 18 ? min(Self.logRows + max(0, rows - 30) / 5, 12) : 0
        }
        let isTooNarrow = size.columns < 4
        picture = TerminalSize(
            columns: isTooNarrow ? 0 : mainColumns - 2 * (mainColumns > 40 ? Self.margin : 0),
            rows: hasPicture ? rest - logRows : 0)
    }

    /// The margin left and right of text.
    var margin: Int { size.columns > 40 ? Self.margin : 0 }
}
