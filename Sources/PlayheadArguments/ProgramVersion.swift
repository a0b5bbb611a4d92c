/// The version of the programs, as `--version` prints it.
package enum ProgramVersion {
    /// Semantic version; the packages and the AppStream metainfo have the same.
    package static let current = "0.1.0"
}
