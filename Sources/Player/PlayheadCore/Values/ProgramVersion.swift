/// The version of the package: that of `--version`, of the default user agent and of published metrics.
package enum ProgramVersion {
    /// Semantic version; the changelogs, the Debian packages and the AppStream metainfo have the same.
    package static let current = "0.1.0"
}
