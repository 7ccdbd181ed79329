import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityCommandTools

@Suite struct `The line of progress of a round` {
    private static let requests = [ProbeRequest("http://a.example/"), ProbeRequest("http://b.example/")]

    private static func step(
        _ input: ConnectivityMachine.Input,
        _ effects: [ConnectivityMachine.Effect] = []
    ) -> ConnectivityMachine.Step {
        let moment = ConnectivityMachine.Moment(elapsed: .zero, wall: Timestamp(sinceEpoch: .zero))
        return ConnectivityMachine.Step(input, at: moment, effects: effects, assessment: nil)
    }

    @Test func `A round without an answer is unreachable so far, and one with any answer is not`() {
        var course = PipelineCourse()
        expect(course.lateText, course.text)
        course.apply(Self.step(.waitEnded(epoch: 0), [.begin(.round(Self.requests, limit: .seconds(6)), epoch: 1)]))
        expect(course.lateText, "unreachable so far: waiting for 2 of 2 endpoints")
        let failed = ProbeExchange(request: Self.requests[0], outcome: .failure(ProbeFailure(.unreachable)))
        course.apply(Self.step(.probeEnded(index: 0, epoch: 1, exchange: failed)))
        expect(course.lateText, "unreachable so far: waiting for 1 of 2 endpoints")
        let page = ProbeExchange(request: Self.requests[1], outcome: .success(ProbeResponse(status: 200)))
        course.apply(Self.step(.probeEnded(index: 1, epoch: 1, exchange: page)))
        expect(course.lateText, "waiting for 0 of 2 endpoints")
    }
}
