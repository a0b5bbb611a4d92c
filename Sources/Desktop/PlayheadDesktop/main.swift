// A window that plays files and URLs. `main` is synchronous: GLib's loop runs the main thread.
import Foundation
import PlayheadArguments

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
    if ProgramArguments.all == ["--generate-completion-script", "zsh"] {
        print(DesktopCommand.zshCompletion)
        exit(0)
    }
    do {
        try DesktopCommand.parse(ProgramArguments.all).run()
    } catch let code as ExitCode {
        exit(finalStatus(code.rawValue))
    } catch {
        let isWrong = DesktopCommand.exitCode(for: error) != .success
        printUsage(DesktopCommand.fullMessage(for: error), isWrong: isWrong)
        exit(finalStatus(isWrong ? wrongUsage : 0))
    }
#else
    standardError("playhead-desktop was built without GTK 4: install libgtk-4-dev, and build again.")
    exit(wrongUsage)
#endif
