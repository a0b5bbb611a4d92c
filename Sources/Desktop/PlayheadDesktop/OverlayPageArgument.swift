#if canImport(CGtk)
    import ArgumentParser
    import Foundation
    import PlayheadNumbers

    /// The location of an overlay's page.
    enum OverlayPageArgument: ExpressibleByArgument {
        /// A folder with an `index.html`.
        case folder(URL)
        /// The URL of a page on a server.
        case url(URL)

        init?(argument: String) {
            if let url = URL(text: argument), ["http", "https"].contains(url.scheme?.lowercased() ?? ""), url.host() != nil {
                self = .url(url)
                return
            }
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder), isFolder.boolValue else { return nil }
            self = .folder(URL(fileURLWithPath: argument))
        }
    }
#endif
