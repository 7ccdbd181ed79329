#if canImport(CSystemd) && os(Linux)
/// Why a message bus, or a message from it, cannot be used.
package enum BusError: Error, Hashable, Sendable {
    /// The bus cannot be reached, or the connection to it was lost; with the system's error number (errno(3)).
    case system(code: Int32)
    /// A message has another form than expected, or is too large.
    case malformed
}
#endif
