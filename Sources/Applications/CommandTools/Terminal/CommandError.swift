import ConnectivityCore
import ConnectivityToolkit

/// A failed command: a one-line message for the user, and the exit status.
package struct CommandError: Error {
    package var status: ExitStatus
    package var text: String

    package init(status: ExitStatus, text: String) { (self.status, self.text) = (status, text) }

    package static func usage(_ text: String) -> CommandError { CommandError(status: .usage, text: text) }
    package static func data(_ text: String) -> CommandError { CommandError(status: .data, text: text) }
    package static func noInput(_ text: String) -> CommandError { CommandError(status: .noInput, text: text) }
    package static func noOutput(_ text: String) -> CommandError { CommandError(status: .noOutput, text: text) }
    package static func software(_ text: String) -> CommandError { CommandError(status: .software, text: text) }
    package static func configuration(_ text: String) -> CommandError {
        CommandError(status: .configuration, text: text)
    }

    /// Runs a body that observes interfaces, and reports an error that ends the observation.
    package static func observing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as CommandError {
            throw error
        } catch let error as DedicatedThread.Refusal {
            throw software("the interfaces cannot be observed: \(error)")
        } catch {
            if ProbeFailure.Resource.isShortOfDescriptors { throw CommandError(lacking: .descriptors) }
            throw software("the interfaces cannot be observed: \(error); choose another source with --source")
        }
    }
}
