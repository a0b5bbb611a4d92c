/// The layout of the live view for a size: pure arithmetic.
///
/// The parts from the top: title, URL, picture, captions, timeline, live, status, details, log, address, keys. As the room shrinks, less
/// important parts are removed first. In wide terminals the log is at the right of a picture, over the whole height except title, address
/// and keys; without a picture it has all the room below.
struct LiveLayout: Sendable, Hashable {
    private static let sideLogFromColumns = 120
    private static let sideLogColumns = 44...64
    private static let logRows = 4
    private static let margin = 1

    let size: TerminalSize
    /// The width of the view without the log at the side.
    let mainColumns: Int
    /// The width of the log at the side; 0 if it is below, or hidden.
    let sideColumns: Int
    /// The rows of the log below, including its heading.
    let logRows: Int
    let hasURL: Bool
    /// Whether there is a line about the live edge.
    let hasLive: Bool
    /// The rows below the picture that are reserved for captions, so that nothing moves when captions change.
    let captionRows: Int
    let hasStatus: Bool
    let hasDetails: Bool
    let hasKeys: Bool
    /// The rows of the address, which are removed only if title and timeline have no other room.
    let addressRows: Int
    /// The empty rows around the timeline block.
    let gaps: Int
    /// The picture's area.
    let picture: TerminalSize

    init(size: TerminalSize, hasPicture: Bool, isLive: Bool = false, hasCaptions: Bool = false, addressRows: Int = 0) {
        self.size = size
        self.addressRows = min(addressRows, max(0, size.rows - 2))
        // The other parts share what the address leaves.
        let rows = size.rows - self.addressRows
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
        // The title and the timeline are always visible.
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

    /// The margin at the left and right of text.
    var margin: Int { size.columns > 40 ? Self.margin : 0 }
}
