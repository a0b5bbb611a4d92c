#if canImport(CGtk)
    import ArgumentParser

    extension DesktopCommand {
        /// The completion for zsh. swift-argument-parser also completes the subcommand "help", which zsh refuses beside the rest of files and URLs
        /// ("doubled rest argument definition").
        static var zshCompletion: String {
            completionScript(for: .zsh).split(separator: "\n", omittingEmptySubsequences: false)
                .filter { !$0.contains(":->command'") && !$0.contains(":->arg'") }
                .joined(separator: "\n")
        }
    }
#endif
