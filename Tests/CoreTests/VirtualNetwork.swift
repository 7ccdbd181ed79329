import ConnectivityCore

/// A state machine with a scripted prober, on virtual time.
struct VirtualNetwork {
    /// The result of a request: the time, and the outcome if it comes within the limit.
    typealias Answer = (_ request: ProbeRequest, _ attempt: Int) -> (
        after: Duration, outcome: Result<ProbeResponse, ProbeFailure>
    )

    var machine: ConnectivityMachine
    let answer: Answer
    private(set) var elapsed = Duration.zero
    private(set) var requests: [ProbeRequest] = []
    private(set) var rounds = 0
    /// When the first round ended.
    private(set) var firstEnd: Duration?
    /// Whether probes end at their limits.
    var keepsLimits = true
    private var due: [(at: Duration, input: ConnectivityMachine.Input)] = []

    init(_ machine: ConnectivityMachine, answer: @escaping Answer) {
        (self.machine, self.answer) = (machine, answer)
    }

    /// Passes an input to the machine and arranges what it asks for.
    mutating func send(_ input: ConnectivityMachine.Input) {
        let wall = Timestamp(sinceEpoch: .seconds(1_800_000_000) + elapsed)
        for effect in machine.handle(input, at: ConnectivityMachine.Moment(elapsed: elapsed, wall: wall, seed: 7)) {
            switch effect {
            case .begin(let activity, let epoch):
                due = []
                switch activity {
                case .round(let asked, limit: let limit):
                    rounds += 1
                    ask(asked, from: 0, epoch)
                    due.append((elapsed + limit, .waitEnded(epoch: epoch)))
                case .settle(let time), .grace(let time), .rest(let time):
                    if case .rest = activity, firstEnd == nil { firstEnd = elapsed }
                    due.append((elapsed + time, .waitEnded(epoch: epoch)))
                case .idle: break
                }
            case .ask(let asked, from: let first, let epoch): ask(asked, from: first, epoch)
            case .remind(after: let time, let epoch): due.append((elapsed + time, .waitEnded(epoch: epoch)))
            case .publish, .discardRound: break
            }
        }
    }

    private mutating func ask(_ asked: [ProbeRequest], from first: Int, _ epoch: Int) {
        for (offset, request) in asked.enumerated() {
            let attempt = requests.count { $0.question == request.question }
            requests.append(request)
            let (time, outcome) = answer(request, attempt)
            let isLate = time > request.limits.total
            let ended = isLate ? .failure(ProbeFailure(.timedOut(.response))) : outcome
            let took = keepsLimits ? min(time, request.limits.total) : time
            let exchange = ProbeExchange(request: request, outcome: ended, timings: ProbeExchange.Timings(total: took))
            due.append((elapsed + took, .probeEnded(index: first + offset, epoch: epoch, exchange: exchange)))
        }
    }

    /// Lets time pass until nothing is due before its end.
    mutating func run(for time: Duration) {
        let end = elapsed + time
        while let next = due.indices.min(by: { due[$0].at < due[$1].at }), due[next].at <= end {
            let (at, input) = due.remove(at: next)
            elapsed = at
            send(input)
        }
        elapsed = end
    }
}
