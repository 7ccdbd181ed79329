import ConnectivityCore
import ConnectivityKit
import ConnectivityText
import TestSupport
import Testing

@testable import ConnectivityCommandTools

/// The screen of `watch --live`, which is a pure function.
@Suite struct `The live screen` {
    private static let start = Timestamp(sinceEpoch: .seconds(1_796_000_000))
    private static let moment = ContinuousClock.now

    private func report(_ name: String, _ milliseconds: Int?, over url: HTTPURL = "http://a.example/") -> EndpointReport
    {
        let request = ProbeRequest(url)
        let exchange =
            if let milliseconds {
                ProbeExchange(
                    request: request,
                    outcome: .success(Answer.http(ProbeResponse(status: 204))),
                    timings: ProbeExchange.Timings(total: .milliseconds(milliseconds))
                )
            } else {
                ProbeExchange(request: request, outcome: .failure(ProbeFailure(.timedOut(.connect))))
            }
        return EndpointReport(name: name, owner: "a", exchange: exchange, verdict: StatusCode(204).validate(exchange))
    }

    private func assessment(
        _ access: InternetAccess = .online,
        on interface: String = "eth0",
        answering times: [Int?] = [20, 30, 40],
        at second: Int = 0
    ) -> Assessment {
        let paths = IPAddress.Family.allCases.map { family in
            PathAssessment(
                path: NetworkPath(interface: interface, family: family),
                access: family == .ipv4 ? access : .partial,
                reason: Reason("no-answer"),
                endpoints: family == .ipv4 ? times.enumerated().map { report("e\($0)", $1) } : []
            )
        }
        return Assessment(
            access: access,
            reason: Reason("not-yet-judged"),
            interface: NetworkInterface(named: interface, kind: .ethernet),
            paths: paths,
            startedAt: Timestamp(sinceEpoch: Self.start.sinceEpoch + .seconds(second)),
            duration: .milliseconds(60)
        )
    }

    /// A model after some rounds.
    private func model(rounds: Int = 30, interface: String = "eth0") -> LiveModel {
        var model = LiveModel()
        model.apply(.runBegan(from: nil))
        model.apply(.assessmentChanged(assessment(on: interface)))
        for number in 0..<rounds {
            let time = number == 3 ? nil : number % 8 * 10 + 10
            model.apply(.roundEnded(assessment(on: interface, answering: [time], at: number * 30)))
        }
        for (name, state) in [("mail", "working"), ("shop", "failing")] {
            let severity = state == "working" ? CompanionObservation.Severity.notice : .warning
            let reason = Reason.stated("x")
            model.apply(
                .observed(CompanionObservation("service", of: name, state, severity, because: reason, at: Self.start))
            )
        }
        return model
    }

    private func lines(
        _ model: LiveModel,
        columns: Int = 80,
        rows: Int = 24,
        _ style: LiveScreen.Style = LiveScreen.Style(isColoured: false)
    ) -> [String] {
        let size = TerminalSize(columns: columns, rows: rows)
        let now = Timestamp(sinceEpoch: Self.start.sinceEpoch + .seconds(600))
        return LiveScreen(model, at: now, Self.moment, on: size, style).lines
    }

    @Test func `The live screen shows the access, paths, services, rounds, times and the next round`() throws {
        var model = model()
        model.course = PipelineCourse()
        model.course.apply(
            ConnectivityMachine.Step(
                .waitEnded(epoch: 1),
                at: ConnectivityMachine.Moment(elapsed: .zero, wall: Self.start),
                effects: [.begin(.rest(.seconds(95)), epoch: 1)],
                assessment: nil
            ),
            at: Self.moment
        )
        let lines = lines(model)
        #expect(lines.count == 24 && lines[0].hasPrefix("online  on eth0 (ethernet)"), "\(lines)")
        #expect(lines[0].hasSuffix(Self.clock(600)))
        #expect(lines.contains { $0.hasPrefix("eth0 ") && $0.contains("IPv4   online      60 ms") }, "\(lines)")
        #expect(lines.contains { $0.hasPrefix("eth0 ") && $0.contains("IPv6   partial     -") }, "\(lines)")
        let services = lines.filter { $0.hasPrefix("service mail ") || $0.hasPrefix("service shop ") }
        #expect(services.count == 2 && services[0].contains("failing"), "what fails comes first: \(services)")
        #expect(lines.contains("TIME TO ANSWER  10 ms to 80 ms, median 40 ms"), "\(lines)")
        #expect(lines.contains { $0.hasPrefix("▁▂▃×▅▆▇█▁▂▃▄▅▆▇█") }, "\(lines)")
        let newest = lines.firstIndex { $0.hasPrefix(Self.clock(29 * 30)) }
        let older = lines.firstIndex { $0.hasPrefix(Self.clock(28 * 30)) }
        #expect(try #require(newest) < (try #require(older)), "the newest round is first: \(lines)")
        #expect(lines[23].hasPrefix("next round in 1 min 35 s") && lines[23].hasSuffix("q ends"), "\(lines[23])")
    }

    /// The time of day of a second of the session, in UTC.
    private static func clock(_ second: Int) -> String {
        String(Timestamp(sinceEpoch: start.sinceEpoch + .seconds(second)).description.dropFirst(11).prefix(8))
    }

    @Test func `Times are those of the zone`() {
        let style = LiveScreen.Style(isColoured: false, zone: CivilZone { _ in (5400, "T") })
        #expect(lines(model(), style)[0].hasSuffix(Self.clock(600 + 5400)))
    }

    @Test(arguments: [1, 2, 3, 5, 8, 12, 24, 60], [1, 10, 20, 40, 80, 200])
    func `The live screen fits into every terminal`(rows: Int, columns: Int) {
        var model = model(rounds: 250, interface: "网络-a-very-long-name-of-an-interface")
        model.message = String(repeating: "no room ", count: 40)
        expect(model.rounds.count, LiveModel.roundCountMax)
        let lines = lines(model, columns: columns, rows: rows)
        expect(lines.count, rows)
        #expect(lines.allSatisfy { $0.cellCount <= columns }, "\(lines)")
        #expect(lines[0].hasPrefix("online".prefix(columns == 1 ? 0 : min(6, columns - 1))))
    }

    @Test func `A small terminal keeps the access and what comes next`() {
        let lines = lines(model(), columns: 40, rows: 4)
        #expect(lines[0].hasPrefix("online  on eth0 (ethernet)") && lines[3].hasPrefix("reading the interfaces"))
    }

    @Test func `Without UTF-8 every character is ASCII`() {
        let style = LiveScreen.Style(isColoured: false, isUnicode: false)
        let lines = lines(model(interface: "wlän0"), style)
        #expect(lines.joined().utf8.allSatisfy { $0 < 0x80 })
        #expect(lines.contains { $0.hasPrefix("_.-x+*#%_.-=+*#%") }, "\(lines)")
    }

    @Test func `Hostile texts cannot control the terminal, and only colours are escape sequences`() {
        var model = model(interface: "\u{1B}[2J\u{7}\r\n\u{202E}")
        model.message = "\u{1B}]0;title\u{7}"
        let hostile = "\u{1B}[H\u{9B}2J"
        model.apply(
            .observed(CompanionObservation(hostile, of: hostile, hostile, because: .stated(hostile), at: Self.start))
        )
        let lines = lines(model, LiveScreen.Style())
        #expect(lines[0].hasPrefix("\u{1B}[1;32monline\u{1B}[0m"))
        for line in lines {
            let rest = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
            #expect(
                !rest.unicodeScalars.contains {
                    $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || $0.value == 0x202E
                }
            )
        }
    }

    @Test func `Prints that there is no round before the first one`() {
        let lines = lines(LiveModel())
        #expect(lines[0].hasPrefix("determining") && lines[1] == "no check has finished yet")
    }

    @Test(arguments: [(["LANG": "C"], false), (["LANG": "de_DE.UTF-8"], true), ([:], false)])
    func `The locale decides on UTF-8`(environment: [String: String], isUnicode: Bool) {
        expect(environment.usesUnicode, isUnicode)
        #expect(environment.merging(["LC_ALL": "en_US.utf8"]) { $1 }.usesUnicode)
        #expect(!environment.merging(["LC_ALL": "C", "LC_CTYPE": "C.UTF-8"]) { $1 }.usesUnicode)
    }

    @Test(arguments: [
        (["--live"], "--live needs a terminal that can be drawn on; leave it out to print one line per change"),
        (["--live", "--json"], "--live and --json cannot be combined"),
        (["--live", "-q"], "--live and --quiet cannot be combined"),
        (["--live", "--heartbeat", "5"], "--live and --heartbeat cannot be combined"),
    ])
    func `Without a terminal, and with options that print lines, it is wrong usage`(words: [String], text: String) async
    {
        let transcript = await Transcript.of(words: ["watch"] + words)
        expect(transcript.status, .usage)
        #expect(transcript.errors.joined().contains(text), "\(transcript.errors)")
    }
}
