#if os(Linux)
import CNetlink
package import ConnectivityCore
import ConnectivityToolkit
import Glibc

/// Answers questions about routes and neighbours from the kernel, without privileges (rtnetlink(7)).
///
/// While the kernel asks the neighbour for its hardware address, the answer waits for the result, at most for the limit of the
/// request. If no route leads to the address, the probe fails with `unreachable` and the fact `cause`: `no-route`, or
/// `prohibited` if a rule of this device forbids it.
package struct RouteProber: Prober {
    /// The time between two checks of a neighbour that is being asked.
    private static let interval = Duration.milliseconds(100)

    package init() {}

    package var kinds: Set<Question.Kind> { [RouteQuestion.kind] }

    package func probe(_ request: ProbeRequest) async -> ProbeExchange {
        guard let question: RouteQuestion = request.question.decoded() else {
            return .unreadable(request, as: RouteQuestion.kind)
        }
        let start = ContinuousClock.now
        let outcome: Result<RouteAnswer, ProbeFailure>
        if let stop = Waker() {
            outcome = await Self.outcome(question, request, until: start + request.limits.total, unless: stop)
        } else {
            outcome = .failure(ProbeFailure(.shortage(.descriptors)))
        }
        let timings = ProbeExchange.Timings(total: ContinuousClock.now - start)
        return ProbeExchange(request: request, outcome: outcome, timings: timings)
    }

    private static func outcome(
        _ question: RouteQuestion,
        _ request: ProbeRequest,
        until end: ContinuousClock.Instant,
        unless stop: Waker
    ) async -> Result<RouteAnswer, ProbeFailure> {
        do {
            let interface = request.path.interface
            let answer: RouteAnswer = try await DedicatedThread.run {
                try Self.answer(to: question, through: interface, until: end, unless: stop)
            } stop: {
                stop.wakeUp()
            }
            return Task.isCancelled ? .failure(ProbeFailure(.cancelled)) : .success(answer)
        } catch let failure as ProbeFailure {
            return .failure(failure)
        } catch let error as LinuxError {
            return .failure(ProbeFailure(.other(.errno, code: Int(error.code)), detail: error.description))
        } catch {
            return .failure(ProbeFailure(.shortage(.threads)))
        }
    }

    static func answer(
        to question: RouteQuestion,
        through name: String?,
        until end: ContinuousClock.Instant,
        unless stop: Waker
    ) throws -> RouteAnswer {
        let index = name.map { unsafe Int(if_nametoindex($0)) }
        guard index != 0 else { throw ProbeFailure(.interfaceUnavailable) }
        var requester = KernelRequester(try NetlinkSocket(groups: 0))
        guard let way = try requester.lookUpRoute(to: question.destination, through: index, unless: stop).way else {
            throw refusal(of: question.destination, through: name)
        }
        var answer = RouteAnswer(
            isOwn: way.isLocal,
            interface: self.name(of: way.interfaceIndex),
            gateway: way.gateway,
            source: way.source
        )
        if way.isLocal { return answer }
        let hop = way.gateway ?? question.destination
        while true {
            var found: NeighbourRecord?
            let asked = RouteRequest.neighbours(hop.family, interfaceIndex: way.interfaceIndex)
            _ = try requester.ask(asked, unless: stop) { payload in
                NeighbourRecord(payload).map {
                    if $0.address == hop, $0.interfaceIndex == way.interfaceIndex { found = $0 }
                }
            }
            answer.neighbour = found?.state
            answer.confirmed = found?.confirmed.map { .milliseconds(Int64($0) * 10) }
            guard found?.state == .asked, .now + interval < end else { return answer }
            if stop.wait(atMost: interval) { return answer }
        }
    }

    private static func name(of index: Int) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
        guard unsafe if_indextoname(UInt32(index), &bytes) != nil else { return nil }
        return String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Returns the reason why the kernel has no route, by connecting a socket, which sends no packet.
    private static func refusal(of destination: IPAddress, through name: String?) -> ProbeFailure {
        var isForbidden = false
        if let socket = try? Descriptor(socket: destination.socketFamily, Descriptor.datagram) {
            if let name { _ = DeviceBinding.bind(socket.number, to: name) }
            do throws(Errno) {
                try socket.connect(to: destination.socketAddress(port: 9))
            } catch {
                isForbidden = [EACCES, EPERM, EINVAL].contains(error.number)
            }
        }
        return ProbeFailure(.unreachable, facts: ["cause": isForbidden ? "prohibited" : "no-route"])
    }
}
#endif
