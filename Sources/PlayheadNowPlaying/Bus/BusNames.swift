/// The names under which a player asks to be known, in the order in which it asks.
struct BusNames: Sendable, Equatable {
    static let prefix = "org.mpris.MediaPlayer2."
    /// More players of one process are not tried.
    static let limit = 1000

    /// The application's part.
    let application: String
    let process: Int32

    /// - Parameter application: Any text; what a name can't hold is left out.
    init(application: String, process: Int32) {
        let longest = 64
        let allowed = application.unicodeScalars.filter {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
        }
        let name = String(String.UnicodeScalarView(allowed).prefix(longest))
        // An element must not begin with a digit.
        self.application = name.isEmpty ? "player" : name.first?.isNumber == true ? "_" + name : name
        self.process = process
    }

    /// The `attempt`-th name, from 0: the plain one, then one for this instance; `nil` when there are no more.
    func name(_ attempt: Int) -> String? {
        switch attempt {
        case 0: Self.prefix + application
        case 1: Self.prefix + application + ".instance\(process)"
        case 2...Self.limit: Self.prefix + application + ".instance\(process)_\(attempt)"
        default: nil
        }
    }
}
