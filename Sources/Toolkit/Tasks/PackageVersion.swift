/// The version of this package, as the command and the metrics state it.
package enum PackageVersion {
    package static let current = "0.1.0"
    /// The day of the version, as the manual pages state it; the page of changes has both.
    package static let date = "November 23, 2026"
}
