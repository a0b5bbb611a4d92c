#if canImport(CGtk)
    import ArgumentParser
    import Foundation

    /// Where an overlay's page is.
    enum OverlayPageArgument: ExpressibleByArgument {
        /// A folder with an `index.html`.
        case folder(URL)
        /// A page that comes from elsewhere.
        case url(URL)

        init?(argument: String) {
            if let url = URL(string: argument), ["http", "https"].contains(url.scheme?.lowercased() ?? ""), url.host() != nil {
                self = .url(url)
                return
            }
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: argument, isDirectory: &isFolder), isFolder.boolValue else { return nil }
            self = .folder(URL(fileURLWithPath: argument))
        }
    }
#endif
