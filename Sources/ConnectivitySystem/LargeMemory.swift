#if os(Linux)
internal import CSystem

/// Large blocks of memory.
package enum LargeMemory {
    /// Has the C library return them to the system as soon as they are released.
    ///
    /// The GNU C library raises the size from which it does so with each such block, up to 32 MiB: what one round of many
    /// endpoints needed would then stay with a process that watches. With the limit, a watch of 1,000 endpoints takes 5 MB less.
    package static func returnAtOnce() { connectivity_memory_return_large() }
}
#endif
