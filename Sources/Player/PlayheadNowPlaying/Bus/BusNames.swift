/// The bus names that a player tries, in order.
struct BusNames: Sendable, Equatable {
    static let prefix = "org.mpris.MediaPlayer2."
    /// The maximum number of attempts by the players of a process.
    static let limit = 1000

    /// The application's part of the name.
    let application: String
    let process: Int32

    /// Creates the names of an application, which may be any text; characters that are invalid in a bus name are removed.
    init(application: String, process: Int32) {
        let maximumLength = 64
        let allowed = application.unicodeScalars.filter {
            $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0) || $0 == "_")
        }
        let name = String(String.UnicodeScalarView(allowed).prefix(maximumLength))
        // An element of a bus name must not begin with a digit.
        self.application = name.isEmpty ? "player" : name.first?.isNumber == true ? "_" + name : name
        self.process = process
    }

    /// Returns the name for an attempt, from 0: first the plain name, then names with an instance suffix; `nil` when there are no more.
    func name(_ attempt: Int) -> String? {
        switch attempt {
        case 0: Self.prefix + application
        case 1: Self.prefix + application + ".instance\(process)"
        case 2...Self.limit: Self.prefix + application + ".instance\(process)_\(attempt)"
        default: nil
        }
    }
}
