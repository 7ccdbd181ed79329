#if canImport(Darwin)
/// A number that several threads may change at the same time.
///
/// The standard library's `Atomic` needs iOS 18 or macOS 15, so a lock guards the number on Apple's systems.
package struct AtomicNumber: ~Copyable, Sendable {
    private let held: Lock<Int>

    package init(_ number: Int) { held = Lock(number) }

    /// The number after the last change.
    package var value: Int { held.withLock { $0 } }

    /// Replaces the number and returns the one before.
    package func exchange(_ number: Int) -> Int {
        held.withLock { held in
            defer { held = number }
            return held
        }
    }

    /// Sets bits and returns the numbers before and after.
    package func set(bits: Int) -> (oldValue: Int, newValue: Int) {
        held.withLock { held in
            let old = held
            held |= bits
            return (old, held)
        }
    }

    /// Replaces the number if it is the expected one; returns whether it was replaced, and the number before.
    package func replace(_ expected: Int, with number: Int) -> (exchanged: Bool, original: Int) {
        held.withLock { held in
            let old = held
            if old == expected { held = number }
            return (old == expected, old)
        }
    }
}
#else
import Synchronization

/// A number that several threads may change at the same time.
package struct AtomicNumber: ~Copyable, Sendable {
    private let held: Atomic<Int>

    package init(_ number: Int) { held = Atomic(number) }

    /// The number after the last change.
    package var value: Int { held.load(ordering: .acquiring) }

    /// Replaces the number and returns the one before.
    package func exchange(_ number: Int) -> Int { held.exchange(number, ordering: .acquiringAndReleasing) }

    /// Sets bits and returns the numbers before and after.
    package func set(bits: Int) -> (oldValue: Int, newValue: Int) {
        held.bitwiseOr(bits, ordering: .acquiringAndReleasing)
    }

    /// Replaces the number if it is the expected one; returns whether it was replaced, and the number before.
    package func replace(_ expected: Int, with number: Int) -> (exchanged: Bool, original: Int) {
        held.compareExchange(expected: expected, desired: number, ordering: .acquiringAndReleasing)
    }
}
#endif
