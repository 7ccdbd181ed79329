import ConnectivityCore

extension SessionReplay {
    /// One difference between a replay and the session.
    @nonexhaustive
    public enum Difference: Hashable, Sendable {
        /// The assessment with this number, counted from 1, differs, is missing or is superfluous.
        case assessment(
            Int,
            at: Duration,
            stated: SessionRecording.Expectation?,
            found: SessionRecording.Expectation?
        )
        /// The state machine deviated from the recording.
        case deviation(Deviation)

        /// The recorded time of the difference.
        package var at: Duration {
            switch self {
            case .assessment(_, let at, _, _), .deviation(.roundNotBegun(_, _, let at)),
                .deviation(.notAsked(_, let at)):
                at
            }
        }
    }
}

extension SessionReplay.Difference: CustomStringConvertible {
    /// The recorded and the actual result, on one line.
    public var description: String {
        switch self {
        case .assessment(let number, let at, let expected, let got):
            "assessment \(number) at \(at): expected \(expected?.words ?? "none"), got \(got?.words ?? "none")"
        case .deviation(.roundNotBegun(let request, let scope, let at)):
            "at \(at) the session has a round\(request.map { " (\($0.lineWithPath))" } ?? ""), which the pipeline does not "
                + "begin; it judges \(scope.words)"
        case .deviation(.notAsked(let mismatch, let at)):
            "at \(at) the session has \(mismatch.request.line), which the pipeline does not ask"
                + (mismatch.nearestText.map { "; it asks \($0)" } ?? "")
        }
    }
}

extension SessionRecording.Expectation {
    fileprivate var words: String {
        let place = signInURL.map { ", sign-in at \($0.description.printable(limit: 120))" } ?? ""
        let paths = paths.map { "; \($0.path): \($0.access) because of \($0.code)" }.joined()
        return "\(access) because of \(code)\(place)\(paths)"
    }
}

extension ProbeRequest {
    fileprivate var lineWithPath: String { line + (path.interface == nil ? " on the default route" : "") }
}

extension PipelineConfiguration.Scope {
    /// The paths in words, such as `only eth0`.
    package var words: String {
        switch self {
        case .defaultRoute: "the default route"
        case .interface(let name): "only \(name.printable(limit: 20))"
        case .underlay: "the network below a VPN"
        case .eachInterface: "each interface"
        }
    }
}

extension SessionRecording {
    /// The expected assessments, with their times.
    package var stated: [(at: Duration, what: Expectation)] {
        events.compactMap { event in
            guard case .expected(let expectation) = event.content else { return nil }
            return (event.at, expectation.compared)
        }
    }

    /// Returns the differences between a replay of this recording and its statements.
    ///
    /// The differences of assessments are first, in order, followed by the deviations.
    public func differences(from replay: SessionReplay) -> [SessionReplay.Difference] {
        differences(from: replay.assessments.map { Expectation($0.assessment) }, at: replay.assessments.map(\.at))
            + replay.deviations.map(SessionReplay.Difference.deviation)
    }

    /// Returns the differences between found and expected assessments, in order.
    package func differences(from found: [Expectation], at times: [Duration]) -> [SessionReplay.Difference] {
        let stated = stated
        return (0..<max(found.count, stated.count)).compactMap { index in
            let (one, other) = (
                index < stated.count ? stated[index].what : nil, index < found.count ? found[index] : nil
            )
            guard one != other else { return nil }
            let at = index < stated.count ? stated[index].at : times[index]
            return .assessment(index + 1, at: at, stated: one, found: other)
        }
    }
}
