/// A recorded network over a time, with the expected assessments.
///
/// The collection has about 105 sessions with 1 MB; the origin, the licence and the files are as for ``PortalFixture``.
public struct SessionFixture: Identifiable, Sendable {
    /// The folder and file without its ending, such as `sessions/opennds-journey`.
    public let name: String
    /// The recording.
    public let recording: SessionRecording

    public var id: String { name }
    /// The origin of the recording.
    public var source: String { recording.provenance.source }

    /// All sessions.
    public static let all: [SessionFixture] = Collection.files(in: "sessions", ending: ".session.json").map {
        name,
        bytes in
        do {
            return SessionFixture(name: name, recording: try SessionRecording(parsing: bytes))
        } catch {
            preconditionFailure("\(name): \(error)")
        }
    }
}

extension PortalFixture {
    /// The recorded sessions, which are whole networks over a time.
    public static var sessions: [SessionFixture] { SessionFixture.all }
}

extension SessionFixture: Hashable {
    public static func == (left: Self, right: Self) -> Bool { left.name == right.name }
    public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension SessionFixture: Codable {
    public init(from decoder: any Decoder) throws { self = try Collection.decode(decoder, from: Self.all) }

    public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}

extension SessionFixture: CustomStringConvertible {
    public var description: String { name }
}
