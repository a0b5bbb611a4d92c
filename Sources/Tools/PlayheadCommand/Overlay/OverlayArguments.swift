import ArgumentParser
import Foundation
import PlayheadOverlayServer

/// The options for the overlay.
struct OverlayArguments: ParsableArguments {
    @Option(help: "Connect an overlay, a web page that follows and controls the player: a folder with an index.html, or the page's URL.")
    var overlay: String?

    @Option(help: "The port of the overlay's server; by default a free one.")
    var overlayPort = 0

    @Option(help: "The address that the overlay's server listens on; an address of the local network lets other devices connect.")
    var overlayHost = "127.0.0.1"

    func validate() throws {
        if !(0...65535).contains(overlayPort) { throw ValidationError("--overlay-port takes a number from 0 to 65535.") }
        guard let overlay else { return }
        if Self.page(overlay) == nil, !Self.isFolder(overlay) {
            throw ValidationError("--overlay takes a folder or an http URL; there is no folder '\(overlay)'.")
        }
    }

    /// The options for serving the overlay; `nil` without an overlay.
    var options: SecondScreen.Options? {
        guard let overlay else { return nil }
        var options =
            Self.page(overlay).map { SecondScreen.Options(page: $0) } ?? SecondScreen.Options(folder: URL(fileURLWithPath: overlay))
        options.host = overlayHost
        options.port = overlayPort
        return options
    }

    private static func page(_ text: String) -> URL? {
        guard let url = URL(text: text), let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), url.host() != nil
        else {
            return nil
        }
        return url
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
