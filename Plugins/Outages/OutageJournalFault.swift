import ConnectivityCore

/// The reason why a journal of outages cannot be read or written, on one line.
package struct OutageJournalFault: Error, Hashable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        /// The file is missing, or the system permits no access.
        case unreadable
        /// The file is another database or no database, damaged, or of a newer version.
        case unusable
        /// The disk is full, another process writes, or the system reports an error; a later attempt may succeed.
        case passing
    }

    package let kind: Kind
    /// The error number of the system (errno(3)); 0 if it reported none.
    package let number: Int32
    package let description: String

    init(_ kind: Kind, _ path: String, _ text: String, number: Int32 = 0) {
        self.init(kind, number, "\(path.printable(limit: 200)): \(text)")
    }

    private init(_ kind: Kind, _ number: Int32, _ description: String) {
        (self.kind, self.number, self.description) = (kind, number, description)
    }

    /// The fault with the number of states that are lost with it.
    func losing(_ count: Int) -> Self {
        Self(kind, number, "\(count) state\(count == 1 ? " is" : "s are") lost: \(description)")
    }
}
