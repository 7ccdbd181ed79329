/// The version of this package, as the command and the metrics state it.
package enum PackageVersion {
    package static let current = "0.1.0"
}
