import ConnectivityKit

#if canImport(Glibc)
import Glibc
#endif

extension CommandError {
    /// Runs a body that observes interfaces, and says in words why that ended.
    static func observing<Value>(_ body: () async throws -> Value) async throws -> Value {
        do {
            return try await body()
        } catch let error as CommandError {
            throw error
        } catch {
            throw CommandError.software("the interfaces cannot be observed: \(reason(error))")
        }
    }

    private static func reason(_ error: any Error) -> String {
        #if os(Linux)
        if let error = error as? LinuxError {
            return "\(error.operation.rawValue): \(words(error.code)); another one can be named with --source"
        }
        #endif
        #if NetworkManager && os(Linux)
        if let error = error as? NetworkManagerError {
            return switch error {
            case .bus(let code): "the system's D-Bus cannot be reached: \(words(code)); is it running?"
            case .notRunning: "NetworkManager is not running; start it, or use another --source"
            case .noAnswer: "NetworkManager does not answer"
            case .refused(let name): "NetworkManager refuses: \(name.printable(limit: 100))"
            case .malformed: "NetworkManager's answer is not in the form that is known"
            @unknown default: "\(error)"
            }
        }
        #endif
        return "\(error)"
    }

    #if os(Linux)
    /// The system's words for an error number.
    private static func words(_ code: Int32) -> String {
        unsafe String(cString: strerror(code))
    }
    #endif
}
