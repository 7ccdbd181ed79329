import ConnectivityCore
import ConnectivityRecords

/// Repeats the statements of a session's companions about regular rounds, at the recorded times.
struct ReplayedSkips: Companion {
    private let skips: [(at: Duration, effect: CompanionEffect)]

    init(_ session: SessionRecording) {
        skips = session.events.compactMap { event in
            if case .skip(let interface, let time) = event.content {
                (event.at, .skip(on: interface, for: time))
            } else {
                nil
            }
        }
    }

    mutating func handle(_ input: CompanionInput, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        switch input {
        case .began: wait(for: 0, at: moment)
        case .waited(let place): [skips[place].effect] + wait(for: place + 1, at: moment)
        default: []
        }
    }

    private func wait(for place: Int, at moment: ConnectivityMachine.Moment) -> [CompanionEffect] {
        skips.indices.contains(place) ? [.wait(max(.zero, skips[place].at - moment.elapsed), token: place)] : []
    }
}
