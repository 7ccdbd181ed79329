#if os(Linux)
import ConnectivityCore
import ConnectivityToolkit
import Glibc
import Testing
import TestSupport

// Swift's overlay leaves fork(2) out.
@_silgen_name("fork") private func forked() -> pid_t

@Suite struct `A shortage` {
    @Test(
        arguments: [
            (EMFILE, ProbeFailure.Resource.descriptors), (ENFILE, .descriptors), (ENOMEM, .memory), (ENOBUFS, .memory),
            (EAGAIN, nil), (ECONNREFUSED, nil), (0, nil),
        ] as [(Int32, ProbeFailure.Resource?)]
    )
    func `An error number of the system names what is missing`(number: Int32, resource: ProbeFailure.Resource?) {
        expect(ProbeFailure.Resource(errno: number), resource)
    }

    @Test func `Descriptors are short as soon as few are free`() {
        #expect(!ProbeFailure.Resource.isShortOfDescriptors)
        // In a process of one thread: libdispatch ends one in which its threads can open no descriptor.
        let child = forked()
        if child == 0 { _exit(shortageIsSeen() ? 0 : 1) }
        var status: CInt = -1
        #expect(unsafe waitpid(child, &status, 0) == child && status == 0)
    }

    /// Takes the descriptors of this process, and says whether the shortage is seen from where few are free.
    private func shortageIsSeen() -> Bool {
        var limit = rlimit(rlim_cur: 64, rlim_max: 64)
        guard unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
        var descriptors: [Int32] = []
        while case let descriptor = dup(0), descriptor >= 0 { descriptors.append(descriptor) }
        guard ProbeFailure.Resource.isShortOfDescriptors else { return false }
        for descriptor in descriptors.suffix(3) { close(descriptor) }
        guard ProbeFailure.Resource.isShortOfDescriptors else { return false }
        for descriptor in descriptors.suffix(8) { close(descriptor) }
        return !ProbeFailure.Resource.isShortOfDescriptors
    }

    @Test func `A thread that the system refuses is an error, not the end of the process`() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 1, rlim_max: 1)
            precondition(unsafe setrlimit(__rlimit_resource_t(__RLIMIT_NPROC.rawValue), &limit) == 0)
            // The limit does not apply to root.
            if getuid() == 0 { precondition(setuid(54_321) == 0) }
            do throws(DedicatedThread.Refusal) {
                try DedicatedThread.startIfPossible {}
                preconditionFailure("the thread has started")
            } catch {
                precondition(error.number == EAGAIN)
            }
            let driver = BlockingDriver { () throws(Toy.Failure) in Toy(Toy.Log()) }
            do throws(BlockingRefusal<Toy.Failure>) {
                _ = try await driver.run(.atOnce(1))
                preconditionFailure("the job has begun")
            } catch {
                precondition(error == .noThread(EAGAIN))
            }
        }
    }
}
#endif
