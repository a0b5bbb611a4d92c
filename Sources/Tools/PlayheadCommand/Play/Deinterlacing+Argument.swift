import ArgumentParser
import PlayheadEngine

extension Deinterlacing: ExpressibleByArgument {
    /// Reads a value of `--deinterlace`.
    public init?(argument: String) { self.init(rawValue: argument == "auto" ? Self.automatic.rawValue : argument) }

    /// The values of `--deinterlace`.
    public static var allValueStrings: [String] { allCases.map(\.defaultValueDescription) }

    /// The value in the notation of `--deinterlace`.
    public var defaultValueDescription: String { self == .automatic ? "auto" : rawValue }
}
