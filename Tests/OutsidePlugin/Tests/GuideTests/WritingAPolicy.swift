import ConnectivityCore
import ConnectivityTestKit
import Testing

// Code of the guide "Writing a policy", which the tests of the guides compare with this file.

struct Majority: WholeRoundPolicy {
    func judge(_ round: ProbeRound) -> RoundVerdict {
        let access: InternetAccess = round.count(of: .genuine) * 2 > round.reports.count ? .online : .unreachable
        return RoundVerdict(access, because: Reason("com.example.majority"))
    }
}

@Suite struct `The policy of the guide` {
    @Test func `A majority keeps the laws of policies`() throws {
        try PolicyLaws.check(Majority())
    }
}
