public import ConnectivityCore
public import ConnectivityRegistry

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes the access and the code of its reason to a file for other programs; the file is empty when nothing runs.
public struct StateFile: Notifier, Configurable, Hashable {
    public static var pluginID: PluginID { "notifier.example.state-file" }

    /// The path of the file.
    public var file: String

    /// Creates a notifier; nothing is opened before the first event.
    /// - Parameter file: The path of the file.
    public init(file: String) { self.file = file }

    private enum CodingKeys: CodingKey {
        case file
    }

    /// Delivers only the newest state.
    public var mailbox: NotifierMailbox { .newest(.changes) }

    public func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .assessmentChanged(let assessment): try write("\(assessment.access.name) \(assessment.reason.code)\n")
        case .runEnded: try write("")
        default: break
        }
    }

    /// Replaces the file atomically, so that no reader sees half of it.
    private func write(_ text: String) throws {
        let new = "\(file).new"
        let descriptor = unsafe open(new, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileFailure(path: new, number: errno) }
        let bytes = Array(text.utf8)
        let count = unsafe bytes.withUnsafeBytes { unsafe posixWrite(descriptor, $0) }
        let number = errno
        close(descriptor)
        guard count == bytes.count else { throw FileFailure(path: new, number: number) }
        guard unsafe rename(new, file) == 0 else { throw FileFailure(path: file, number: errno) }
    }
}

/// A file that could not be written or read.
public struct FileFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file.
    public var path: String
    /// The error number of the system (errno(3)).
    public var number: CInt

    public var description: String { "\(path): \(unsafe String(cString: strerror(number)))" }
}

/// write(2), because its name is also that of a method.
private func posixWrite(_ descriptor: CInt, _ bytes: UnsafeRawBufferPointer) -> Int {
    unsafe write(descriptor, bytes.baseAddress, bytes.count)
}
