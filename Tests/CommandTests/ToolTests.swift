#if canImport(CCurl) && os(Linux)
import Testing
import TestSupport

@Suite struct `A script of a test` {
    @Test func `A program that a script starts blocks no signal, and SIGTERM ends it`() throws {
        let lines = try Tool.run("grep SigBlk /proc/self/status; sleep 60 & kill $!; wait $!; echo $?")
        expect(lines, ["SigBlk:\t0000000000000000", "143"], "\(lines)")
    }
}
#endif
