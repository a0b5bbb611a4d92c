// A window that plays files and URLs. `main` is synchronous: GLib's loop runs the main thread.
import Foundation

/// Prints a line on standard error.
func standardError(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }

let wrongUsage: Int32 = 2

#if canImport(CGtk)
    import ArgumentParser
    import PlayheadEngine
    import PlayheadTransport

    signal(SIGPIPE, SIG_IGN)
    HeapTrimming.limitHeaps()
    if let problem = FileDescriptors.prepare() {
        standardError("error: \(problem)")
        exit(1)
    }
    do {
        try DesktopCommand.parse().run()
    } catch let code as ExitCode {
        exit(code.rawValue)
    } catch {
        let isWrong = DesktopCommand.exitCode(for: error) != .success
        let text = DesktopCommand.fullMessage(for: error)
        if isWrong { standardError(text) } else { print(text) }
        exit(isWrong ? wrongUsage : 0)
    }
#else
    standardError("playhead-desktop was built without GTK 4: install libgtk-4-dev, and build again.")
    exit(wrongUsage)
#endif
