import ConnectivityCore
import TestSupport
import Testing

@testable import ConnectivityTestServer

@Suite struct `States of a scenario` {
    private func progress(_ states: [Scenario.State]) -> Scenario.Progress {
        Scenario.Progress(Scenario(states: states, hosts: [:]))
    }

    @Test func `A state ends after its time, and the next one counts from that moment`() {
        var progress = progress([
            .init("a", transitions: [.init(.after(.seconds(10)), leadsTo: "b")]),
            .init("b", transitions: [.init(.after(.seconds(5)), leadsTo: "c")]),
            .init("c"),
        ])
        progress.elapse(to: .seconds(9))
        expect(progress.state.name, "a")
        progress.elapse(to: .seconds(10))
        expect(progress.state.name, "b")
        progress.elapse(to: .seconds(14))
        expect(progress.state.name, "b")
        progress.elapse(to: .seconds(1_000_000))
        expect(progress.state.name, "c")
        expect(progress.since, .seconds(15))
    }

    @Test func `States that follow each other without end are right after a day`() {
        var progress = progress([
            .init("a", transitions: [.init(.after(.milliseconds(500)), leadsTo: "b")]),
            .init("b", transitions: [.init(.after(.milliseconds(500)), leadsTo: "a")]),
        ])
        progress.elapse(to: .seconds(86_400) + .milliseconds(700))
        expect(progress.state.name, "b")
        expect(progress.since, .seconds(86_400) + .milliseconds(500))
    }

    @Test func `A state ends with its last request, or with the reply that uses up its bytes`() {
        var progress = progress([
            .init("a", transitions: [.init(.requests(3), leadsTo: "b"), .init(.bytes(100), leadsTo: "c")]),
            .init("b"), .init("c"),
        ])
        for _ in 0..<2 { progress.answer(leadingTo: nil, byteCount: 10, at: .zero) }
        expect(progress.state.name, "a")
        progress.answer(leadingTo: nil, byteCount: 10, at: .zero)
        expect(progress.state.name, "b")
        progress.enter("a", at: .zero)
        progress.answer(leadingTo: nil, byteCount: 99, at: .zero)
        expect(progress.state.name, "a")
        expect(progress.byteCount, 99)
        progress.answer(leadingTo: nil, byteCount: 1, at: .zero)
        expect(progress.state.name, "c")
        progress.enter("a", at: .zero)
        for _ in 0..<2 { progress.answer(leadingTo: nil, byteCount: 0, at: .zero) }
        progress.answer(leadingTo: nil, byteCount: 100, at: .zero)
        expect(progress.state.name, "b", "requests before bytes")
    }

    @Test func `A reply that leads to the present state renews it, and one to no state changes nothing`() {
        var progress = progress([
            .init("a", transitions: [.init(.requests(2), leadsTo: "b"), .init(.after(.seconds(10)), leadsTo: "b")]),
            .init("b"),
        ])
        progress.answer(leadingTo: nil, byteCount: 1, at: .zero)
        progress.answer(leadingTo: "a", byteCount: 1, at: .seconds(9))
        expect(progress.requestCount, 0)
        progress.elapse(to: .seconds(18))
        expect(progress.state.name, "a")
        let isKnown = progress.enter("x", at: .seconds(18))
        #expect(!isKnown)
        expect(progress.state.name, "a")
        progress.elapse(to: .seconds(19))
        expect(progress.state.name, "b")
    }

    @Test(arguments: [
        (#"{"hosts": {}, "states": []}"#, "line 1, column 25: at states: must have from 1 through 100 states"),
        (
            #"{"hosts": {}, "states": [{"name": "a b"}]}"#,
            "line 1, column 35: at states[0].name: must be 1 through 64 letters, digits, hyphens, dots or underscores"
        ),
        (
            #"{"hosts": {}, "states": [{"name": "a"}, {"name": "a"}]}"#,
            "line 1, column 50: at states[1].name: states[0] has the same name; choose another one"
        ),
        (
            #"{"hosts": {}, "states": [{"name": "a"}, {"name": "b"}]}"#,
            "line 1, column 50: at states[1].name: nothing leads from \"a\" to \"b\"; add a reply or transition with "
                + "\"leadsTo\": \"b\", or \"byControl\": true to this state"
        ),
        (
            #"{"hosts": {}, "states": [{"name": "a", "transitions": [{"requests": 1, "leadsTo": "b"}]}]}"#,
            "line 1, column 83: at states[0].transitions[0].leadsTo: \"b\" is not a state; use one of: a"
        ),
        (
            #"{"hosts": {}, "states": [{"name": "a", "transitions": [{"requests": 1, "after": 1, "leadsTo": "a"}]}]}"#,
            "line 1, column 56: at states[0].transitions[0]: a transition needs one of after, requests and bytes"
        ),
        (
            #"{"hosts": {}, "states": [{"name": "a", "transitions": [{"leadsTo": "a"}]}]}"#,
            "line 1, column 56: at states[0].transitions[0]: a transition needs one of after, requests and bytes"
        ),
        (
            #"{"hosts": {}, "states": [{"name": "a", "transitions": [{"after": 0, "leadsTo": "a"}]}]}"#,
            "line 1, column 66: at states[0].transitions[0].after: must be at least 0.01 seconds"
        ),
        (
            #"{"hosts": {}, "states": [{"name": "a", "transitions": [{"bytes": 0, "leadsTo": "a"}]}]}"#,
            "line 1, column 66: at states[0].transitions[0].bytes: must not be less than 1"
        ),
        (
            """
            {"hosts": {}, "states": [{"name": "a", "transitions": [{"after": 1, "leadsTo": "b"},
            {"after": 2, "leadsTo": "c"}]}, {"name": "b"}, {"name": "c"}]}
            """,
            "line 2, column 1: at states[0].transitions[1]: the state already has a transition by after, to \"b\"; remove one of the two"
        ),
        (
            #"{"hosts": {"a": {"replies": [{"when": "out"}]}}}"#,
            "line 1, column 39: at hosts.a.replies[0].when: \"out\" is not a state; use one of: start"
        ),
        (
            #"{"hosts": {"a": {"replies": [{"when": ["start", "out"]}]}}}"#,
            "line 1, column 49: at hosts.a.replies[0].when[1]: \"out\" is not a state; use one of: start"
        ),
        (
            #"{"hosts": {"a": {"replies": [{"when": ["start", "start"]}]}}}"#,
            "line 1, column 49: at hosts.a.replies[0].when[1]: is named twice; remove one"
        ),
        (
            #"{"hosts": {"a": {"replies": [{"when": []}]}}}"#,
            "line 1, column 39: at hosts.a.replies[0].when: must name a state; without the key, all are meant"
        ),
        (
            #"{"hosts": {"a": {"replies": [{"leadsTo": "in"}]}}}"#,
            "line 1, column 42: at hosts.a.replies[0].leadsTo: \"in\" is not a state; use one of: start"
        ),
        (
            """
            {"states": [{"name": "a"}, {"name": "b"}], "hosts": {"x": {"replies": [
            {"path": "/in", "when": ["a", "b"], "leadsTo": "b"},
            {"path": "/in", "when": "b", "leadsTo": "a"}]}}}
            """,
            "line 3, column 1: at hosts.x.replies[1]: in the state \"b\" it has the same condition as replies[0], which "
                + "leads to \"b\", and leads to \"a\"; give them different conditions"
        ),
        (
            """
            {"hosts": {"x": {"replies": [{"path": "/a*"},
              {"path": "/about", "method": "GET"}]}}}
            """,
            "line 2, column 3: at hosts.x.replies[1]: is never sent, because replies[0] answers all of its requests; put "
                + "it before that one"
        ),
        (
            #"{"hosts": {"x": {"replies": [{"form": {"a": "*"}}, {"form": {"a": "1", "b": "2"}}]}}}"#,
            "line 1, column 52: at hosts.x.replies[1]: is never sent, because replies[0] answers all of its requests; put "
                + "it before that one"
        ),
        (
            #"{"hosts": {}, "state": []}"#,
            "line 1, column 15: at state: unknown key; did you mean states?"
        ),
        (
            """
            {"states": [{"name": "signed-out"}, {"name": "signed-in"}],
             "hosts": {"a": {"replies": [{"when": "signedin"}]}}}
            """,
            "line 2, column 39: at hosts.a.replies[0].when: \"signedin\" is not a state; did you mean signed-in?"
        ),
        (
            #"{"hosts": {}, "session": {"expiresAfter": 5}}"#,
            "line 1, column 15: at session: unknown key; use one of: description, hosts, names, states"
        ),
    ])
    func `States that do not fit together are refused with the place and what to do`(text: String, error: String) {
        do throws(ScenarioError) {
            _ = try Scenario(parsing: Array(text.utf8), folder: ".")
            Issue.record("read: \(text)")
        } catch let fault {
            expect("\(fault)", error)
        }
    }

    @Test(arguments: [
        // A reply for some states before one for the rest, and one with more fields before one with fewer.
        #"{"states": [{"name": "a"}, {"name": "b"}], "hosts": {"x": {"replies": [{"when": "a", "leadsTo": "b"}, {"leadsTo": "a"}]}}}"#,
        #"{"hosts": {"x": {"replies": [{"form": {"a": "1"}}, {"form": {"a": "*"}}, {}]}}}"#,
        #"{"states": [{"name": "a"}, {"name": "b", "byControl": true, "transitions": [{"after": 1, "leadsTo": "c"}]}, {"name": "c"}], "hosts": {}}"#,
    ])
    func `Replies from the special to the general, and states that are set by hand, are no error`(text: String) throws {
        _ = try Scenario(parsing: Array(text.utf8), folder: ".")
    }

    @Test func `The checks of the largest scenario end soon`() throws {
        let replies = (0..<Scenario.replyCountMax).map { #"{"path": "/\#($0)", "when": "a"}"# }.joined(separator: ",")
        let text = #"{"states": [{"name": "a"}], "hosts": {"x": {"replies": [\#(replies)]}}}"#
        try expect(
            Scenario(parsing: Array(text.utf8), folder: ".").hosts["x"]?.replies.count,
            Scenario.replyCountMax
        )
        let more = text.replacing(#"{"path": "/0""#, with: #"{"path": "/x"}, {"path": "/0""#)
        #expect(throws: ScenarioError.self) { try Scenario(parsing: Array(more.utf8), folder: ".") }
    }
}
