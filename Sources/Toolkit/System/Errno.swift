#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// An error number of the system (errno(3)); its description is the system's message.
package struct Errno: Error, Hashable, CustomStringConvertible {
    package let number: CInt

    package init(_ number: CInt) { self.number = number }

    /// The reason of the last failed call on this thread.
    package static var last: Errno { Errno(errno) }

    package var description: String {
        unsafe strerror(number).map { unsafe String(cString: $0) } ?? "error \(number)"
    }
}
