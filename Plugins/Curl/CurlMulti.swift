#if canImport(CCurl)
import CCurl
import ConnectivityCore
import ConnectivityToolkit

/// Owns one multi handle of libcurl.
///
/// Only the driver's thread calls it; `deinit` runs when no thread uses the handle any more.
@safe final class CurlMulti {
    private let handle: UnsafeMutableRawPointer

    init() throws(ProbeFailure) {
        guard isLibraryReady, let handle = unsafe curl_multi_init() else {
            throw ProbeFailure(.other(.curl, code: Int(CURLE_FAILED_INIT.rawValue)), detail: "libcurl cannot be set up")
        }
        unsafe self.handle = handle
    }

    deinit {
        // If the process exits, its memory is released with it.
        guard let pass = ExitBarrier.enter(stop: {}) else { return }
        unsafe curl_multi_cleanup(handle)
        ExitBarrier.leave(pass)
    }

    func add(_ easy: UnsafeMutableRawPointer) -> CURLMcode {
        unsafe curl_multi_add_handle(handle, easy)
    }

    func remove(_ easy: UnsafeMutableRawPointer) {
        _ = unsafe curl_multi_remove_handle(handle, easy)
    }

    /// Does all work that is possible without waiting.
    func perform() -> CURLMcode {
        var running: Int32 = 0
        return unsafe curl_multi_perform(handle, &running)
    }

    /// Waits for a socket, one of libcurl's timeouts, data on the other descriptor, or the given time.
    func poll(or other: Int32, milliseconds: Int32) -> CURLMcode {
        var wait = curl_waitfd(fd: other, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        return unsafe curl_multi_poll(handle, &wait, 1, milliseconds, nil)
    }

    /// Returns the next ended transfer: libcurl's result and the pointer that its owner stored in `CURLOPT_PRIVATE`.
    func nextEnded() -> (owner: UnsafeMutableRawPointer, code: CURLcode)? {
        var remaining: Int32 = 0
        while let message = unsafe curl_multi_info_read(handle, &remaining) {
            var owner: UnsafeMutableRawPointer?
            guard unsafe message.pointee.msg == CURLMSG_DONE, let easy = unsafe message.pointee.easy_handle,
                unsafe ccurl_getinfo_pointer(easy, CURLINFO_PRIVATE, &owner) == CURLE_OK, let owner = unsafe owner
            else { continue }
            return unsafe (owner, ccurl_message_result(message))
        }
        return nil
    }
}

/// libcurl's global state: set up once per process, and never torn down because other code may use it too.
///
/// The TLS library below it tears itself down when the process exits; the exit barrier protects the threads.
private let isLibraryReady: Bool = {
    defer { ExitBarrier.arm() }
    return curl_global_init(Int(CURL_GLOBAL_SSL | CURL_GLOBAL_WIN32)) == CURLE_OK
}()
#endif
