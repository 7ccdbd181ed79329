#if os(Linux)
internal import CSystem
internal import ConnectivityBlocking
internal import ConnectivityCore
internal import ConnectivitySupport
internal import Glibc
internal import Synchronization

/// Loads libraries from private copies, for as long as this process lives.
///
/// The system maps a file into memory page by page when it is used. If somebody shortens or overwrites the file, the
/// process receives SIGBUS or executes other code than its digest says. A copy in memory (memfd_create(2)) cannot change.
enum LibraryLoading {
    /// The names of the copies, so that a library is loaded once, as dlopen(3) does with a file.
    ///
    /// Their descriptors stay open, because dlopen(3) takes two files with the same name for one.
    private static let copies = Mutex<[LibraryFile: String]>([:])
    /// The number of calls of dlopen(3) that have not returned.
    private static let loadingCount = Atomic(0)

    /// exit(3) would wait without end for the lock that dlopen(3) holds while a constructor hangs.
    private static let endsDuringLoading: Void = {
        unsafe on_exit({ status, _ in if loadingCount.load(ordering: .acquiring) > 0 { _exit(status) } }, nil)
    }()

    /// Loads a library.
    ///
    /// A library without a usable copy is loaded from its own file: if there is no /proc, if the system does not execute code
    /// in memory, or if the library needs others in its folder.
    ///
    /// - Returns: The handle for dlsym(3).
    static func load(_ file: LibraryFile) throws(PluginFault) -> UnsafeMutableRawPointer {
        let copy = try copy(of: file)
        _ = endsDuringLoading
        loadingCount.add(1, ordering: .acquiringAndReleasing)
        defer { loadingCount.subtract(1, ordering: .acquiringAndReleasing) }
        let flags = RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE
        if let copy, let handle = unsafe dlopen(copy, flags) { return unsafe handle }
        if let handle = unsafe dlopen(file.path, flags) { return unsafe handle }
        let words = unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason is known"
        let shortage: ProbeFailure.Resource? = ProbeFailure.Resource.isShortOfDescriptors ? .descriptors : nil
        throw PluginFault(.start, "\(file.path) cannot be loaded: \(words)", shortage: shortage)
    }

    /// Returns the name of the copy of a library; `nil` if the system makes none.
    private static func copy(of file: LibraryFile) throws(PluginFault) -> String? {
        if let known = copies.withLock({ $0[file] }) { return known }
        var descriptor: CInt = -1
        switch unsafe connectivity_library_copy(file.path, &descriptor) {
        case 0: break
        case EBADMSG:
            throw PluginFault(.start, "\(file.path) is incomplete: it ends before its last segment; copy it again")
        case let number: throw GuardedFile.unreadable(file.path, number)
        }
        guard descriptor >= 0 else { return nil }
        let name = "/proc/self/fd/\(descriptor)"
        guard let digest = try? FileDigest(of: name) else {
            close(descriptor)
            return nil
        }
        guard "sha256:\(digest.text)" == file.digest else {
            close(descriptor)
            throw PluginFault(.start, "\(file.path) has changed while it was loaded")
        }
        copies.withLock { $0[file] = name }
        return name
    }
}
#endif
