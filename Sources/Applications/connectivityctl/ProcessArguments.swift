#if canImport(Glibc)
import Glibc
#endif

/// The arguments of the process, as the system passed them.
///
/// On Linux, `CommandLine` searches the memory of the process and `/proc`. It has no arguments in a container without
/// `/proc`, or if a preloaded library sets an environment variable before the program begins. glibc passes the arguments to
/// each function in the section `.init_array`.
enum ProcessArguments {
    /// The error of an argument that is not text, such as the name of a file in an old encoding.
    struct NotText: Error, CustomStringConvertible {
        /// The number of the argument; the first after the command is 1.
        let number: Int

        var description: String {
            "argument \(number) is not UTF-8; rename the file, or pass its content on standard input and - as its name"
        }
    }

    /// The words after the command name.
    static var words: [String] {
        get throws(NotText) {
            #if canImport(Glibc)
            var words: [String] = []
            for number in 1..<max(1, Int(unsafe argumentCount)) {
                guard let argument = unsafe arguments?[number] else { break }
                guard let word = unsafe String(validatingCString: argument) else { throw NotText(number: number) }
                words.append(word)
            }
            return words
            #else
            return Array(CommandLine.arguments.dropFirst())
            #endif
        }
    }
}

#if canImport(Glibc)
private typealias Texts = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

// Written once, before the program begins.
private nonisolated(unsafe) var argumentCount: CInt = 0
private nonisolated(unsafe) var arguments: Texts?

@section(".init_array") @used
private let initializer: @convention(c) (CInt, Texts?, Texts?) -> Void = { count, texts, _ in
    unsafe argumentCount = count
    unsafe arguments = texts
}
#endif
