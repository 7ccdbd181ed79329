/// The version of this package, stated by the command and the metrics.
package enum PackageVersion {
    package static let current = "0.1.0"
    /// The day of the version, stated by the manual pages; the page of changes has both.
    package static let date = "November 23, 2026"
}
