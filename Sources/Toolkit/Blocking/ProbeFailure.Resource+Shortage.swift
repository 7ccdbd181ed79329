package import ConnectivityCore

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension ProbeFailure.Resource {
    /// The number of free descriptors below which a library may fail without reporting the cause: those of a name lookup.
    private static let reservedCount: CInt = 4

    /// The resource that the system refused to a call that creates a file, a socket or a mapping (errno(3)); `nil` if
    /// the error has another cause.
    package init?(errno number: CInt) {
        switch number {
        case EMFILE, ENFILE: self = .descriptors
        case ENOMEM, ENOBUFS: self = .memory
        default: return nil
        }
    }

    /// Whether the process, or the whole machine, has few free descriptors at this moment.
    ///
    /// Libraries report a failed name lookup, or a file that cannot be read, if they receive no descriptor.
    package static var isShortOfDescriptors: Bool {
        let lowest = unsafe open("/", O_RDONLY | O_CLOEXEC)
        guard lowest >= 0 else { return errno == EMFILE || errno == ENFILE }
        close(lowest)
        var limit = rlimit()
        #if canImport(Glibc)
        let status = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        #else
        let status = unsafe getrlimit(RLIMIT_NOFILE, &limit)
        #endif
        // The system assigns the lowest free number, so if this number is close to the limit, few descriptors are free.
        return status == 0 && rlim_t(lowest + reservedCount) > limit.rlim_cur
    }
}

extension BlockingRefusal where Failure == ProbeFailure {
    /// The failure of a probe whose job did not begin.
    package var failure: ProbeFailure {
        switch self {
        case .cancelled: ProbeFailure(.cancelled)
        case .noPipe(let number):
            ProbeFailure(
                ProbeFailure.Resource(errno: number).map { .shortage($0) } ?? .other(.errno, code: Int(number)),
                detail: "cannot create a pipe for the thread"
            )
        case .noThread: ProbeFailure(.shortage(.threads), detail: "cannot start a thread")
        case .library(let failure): failure
        }
    }
}
