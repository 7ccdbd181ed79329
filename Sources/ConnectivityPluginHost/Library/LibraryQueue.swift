#if os(Linux)
internal import CProgram
internal import ConnectivityBlocking
internal import ConnectivitySupport
internal import Glibc
internal import Synchronization

/// The calls that wait for the thread of one library, first come, first served.
///
/// There is no lock, and what both sides change with each call lies side by side, because processors hand over memory in
/// pieces of 64 bytes, and each piece takes time.
@safe final class LibraryQueue: Sendable {
    /// How long a call may take before the library is not asked any more, in nanoseconds.
    private static let hang = 1_000_000_000
    static let isAlone = sysconf(CInt(_SC_NPROCESSORS_ONLN)) < 2
    /// How often the thread looks for the next call before it sleeps: about 0.2 ms.
    private static let looks = isAlone ? 0 : 10_000

    /// The newest call, which knows the one before.
    private let newest = unsafe Atomic<Unmanaged<LibraryCall>?>(nil)
    private let count = Atomic(0)
    /// When the call that runs began, in nanoseconds; 0 if none runs.
    private let start = Atomic(0)
    private let isAsleep = Atomic(false)
    private let isOver = Atomic(false)
    private let waker: Waker

    init(waker: Waker) { self.waker = waker }

    /// Adds a call, and returns at once.
    func add(_ call: LibraryCall) throws(PluginFault) {
        if case let start = start.load(ordering: .relaxed), start > 0, case let age = Self.now - start, age > Self.hang
        {
            throw PluginFault(.resting, "a call has not returned for \(age / Self.hang) s; it is not asked until then")
        }
        let others = count.add(1, ordering: .relaxed).oldValue
        guard others < PluginLimits.calls else {
            count.subtract(1, ordering: .relaxed)
            throw PluginFault(.busy, "\(others) requests wait for it already")
        }
        call.begin()
        let reference = unsafe Unmanaged.passRetained(call)
        var known = unsafe newest.load(ordering: .relaxed)
        while true {
            unsafe call.next = known
            let (isAdded, newer) = unsafe newest.compareExchange(
                expected: known,
                desired: reference,
                ordering: .sequentiallyConsistent
            )
            if isAdded { break }
            unsafe known = newer
        }
        if isAsleep.load(ordering: .sequentiallyConsistent) { waker.wakeUp() }
    }

    /// Lets ``run(_:)`` return when no call waits any more.
    func end() {
        isOver.store(true, ordering: .sequentiallyConsistent)
        waker.wakeUp()
    }

    /// Passes the calls to a body, one after the other, on the thread of the library, until the end.
    func run(_ body: (LibraryCall) -> Void) {
        var ready: [LibraryCall] = []
        while true {
            var waiting = unsafe newest.exchange(nil, ordering: .sequentiallyConsistent)
            while let call = unsafe waiting?.takeRetainedValue() {
                ready.append(call)
                unsafe waiting = call.next
            }
            if ready.isEmpty {
                guard !isOver.load(ordering: .sequentiallyConsistent) else { return }
                waitForCall()
            }
            while let call = ready.popLast() {
                start.store(Self.now, ordering: .relaxed)
                body(call)
                start.store(0, ordering: .relaxed)
                count.subtract(1, ordering: .relaxed)
            }
        }
    }

    private func waitForCall() {
        for _ in 0..<Self.looks {
            guard unsafe newest.load(ordering: .relaxed) == nil else { return }
            connectivity_pause()
        }
        isAsleep.store(true, ordering: .sequentiallyConsistent)
        if unsafe newest.load(ordering: .sequentiallyConsistent) == nil, !isOver.load(ordering: .sequentiallyConsistent)
        {
            _ = waker.wait(atMost: nil)
        }
        isAsleep.store(false, ordering: .relaxed)
        waker.clear()
    }

    /// The time in nanoseconds, without that in which the system was suspended: no call could return then.
    private static var now: Int {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
}
#endif
