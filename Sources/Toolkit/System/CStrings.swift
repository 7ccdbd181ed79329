#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Texts as arguments of C functions such as execve(2).
package enum CStrings {
    /// Calls a body with the texts as C strings, and a null pointer after the last.
    package static func with<Result>(
        _ texts: [String],
        _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var copies: [UnsafeMutablePointer<CChar>?] = unsafe []
        for text in texts { unsafe copies.append(strdup(text)) }
        unsafe copies.append(nil)
        defer { unsafe copies.forEach { unsafe free($0) } }
        return unsafe copies.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("the list has a last element") }
            return unsafe body(start)
        }
    }
}
