#if ThreadSanitizer || canImport(Darwin)
#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A mutual-exclusion lock for Apple's systems and for the thread sanitizer.
///
/// The standard library's `Mutex` needs iOS 18 or macOS 15. On Linux it waits on a futex in code that is not
/// instrumented, so the sanitizer sees no order between two critical sections and reports false races. Builds with
/// `-Xswiftc -DThreadSanitizer` use this lock.
@safe package struct Lock<Value>: ~Copyable, @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// Creates a lock that protects a value.
    package init(_ initial: consuming sending Value) {
        unsafe lock = .allocate(capacity: 1)
        unsafe pthread_mutex_init(lock, nil)
        unsafe value = .allocate(capacity: 1)
        unsafe value.initialize(to: initial)
    }

    deinit {
        unsafe pthread_mutex_destroy(lock)
        unsafe lock.deallocate()
        unsafe value.deinitialize(count: 1)
        unsafe value.deallocate()
    }

    /// Calls a closure with exclusive access to the value, and returns or throws its result; a closure that locks again
    /// deadlocks.
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        unsafe pthread_mutex_lock(lock)
        defer { unsafe pthread_mutex_unlock(lock) }
        return unsafe try body(&value.pointee)
    }
}
#else
package import Synchronization

/// A mutual-exclusion lock: the standard library's on Linux, and one of pthreads on Apple's systems, of which older
/// ones lack the former.
///
/// It is public and inlinable, because each lock would otherwise ask the runtime for the layout of its value; the
/// compiler does not inline package declarations across modules.
package struct Lock<Value>: ~Copyable, Sendable {
    @usableFromInline let storage: Synchronization.Mutex<Value>

    /// Creates a lock that protects a value.
    @inlinable @inline(__always)
    package init(_ initial: consuming sending Value) { storage = Synchronization.Mutex(initial) }

    /// Calls a closure with exclusive access to the value, and returns or throws its result; a closure that locks again
    /// deadlocks.
    @inlinable @inline(__always)
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try storage.withLock(body)
    }
}
#endif
