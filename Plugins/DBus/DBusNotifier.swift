#if canImport(CSystemd) && os(Linux)
package import ConnectivityCore
package import ConnectivityRegistry
package import ConnectivityText
import ConnectivityToolkit
package import ConnectivityWire

/// Offers the newest assessment on a message bus, with properties that announce their changes.
///
/// Its configuration name is `notifier.dbus`; every option may be omitted:
///
/// ```json
/// { "use": "notifier.dbus", "bus": "system" }
/// ```
///
/// `bus` is `session` (the default), `system`, or a D-Bus address. On the system's bus, its policy must permit the name
/// `io.github.swift_connectivity`.
///
/// The object `/io/github/swift_connectivity` has the interface `io.github.swift_connectivity.Connectivity1`. All its
/// properties can only be read, and announce changes by `org.freedesktop.DBus.Properties.PropertiesChanged`:
///
/// - `Access` (text): `determining`, `disconnected`, `unreachable`, `captive`, `blocked`, `partial` or `online`.
/// - `Final` (Boolean): whether the access is final.
/// - `Level` (uint32): the access in the levels of the desktop portal's `NetworkMonitor.GetConnectivity`: 1 local only
///   (disconnected), 2 limited (determining, unreachable, blocked, partial), 3 captive portal, 4 full network (online).
/// - `Reason`, `Text` (texts): the code of the reason, and a sentence.
/// - `Interface`, `PortalURL` (texts): empty if they are not known; the URL is always http or https.
/// - `PortalEvent` (text): the newest stage of a portal: `found`, `sign-in-began`, `unlocked`, `expiring`, `relapsed` or
///   `gone`; empty if no portal has been found.
/// - `Observations` (array of texts): the newest observations of companions, such as the state of a service, each as a line.
/// - `Since` (uint64): when the access began, in microseconds since 1970.
///
/// The method `GetAssessment` returns the assessment with its evidence as JSON, and `LookNow` requests a round.
///
/// If the name is taken or the bus is absent, the fault is counted, and the notifier tries again after a pause.
package struct DBusNotifier: Notifier {
    static let defaultName = "io.github.swift_connectivity"

    /// The bus: `session`, `system` or a D-Bus address.
    package var bus = BusConnection.session
    package var name = DBusNotifier.defaultName
    /// The sentences for reasons; a notifier created from a configuration uses those of the registry.
    package var sentences = Sentences()
    private let feed = BusFeed()

    package var statusAddress: NotifierRun.StatusAddress? { .bus(bus, name: name) }
    package var requirements: [Requirement] { BusConnection.socket(of: bus).map { [.socket($0)] } ?? [] }

    package var mailbox: NotifierMailbox { .newest([.changes, .confirmations, .observations]) }

    package func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .runBegan(from: let earlier): if let earlier { feed.store(earlier) }
        case .assessmentChanged(let assessment), .assessmentConfirmed(let assessment): feed.store(assessment)
        case .observed(let observation): feed.store(observation)
        case .runEnded: feed.clear()
        default: break
        }
    }

    /// Answers on the bus until the task is cancelled; a call of `LookNow` requests a round.
    package func serve(_ run: NotifierRun) async throws {
        let (name, sentences, feed) = (name, sentences, feed)
        try await feed.serve(bus) { BusObject(name: name, sentences: sentences, run: run) }
    }
}

struct BusObject: BusServant {
    private enum Property: Equatable {
        case text(String)
        case lines([String])
        case flag(Bool)
        case level(UInt32)
        case time(UInt64)

        var type: String {
            switch self {
            case .text: "s"
            case .lines: "as"
            case .flag: "b"
            case .level: "u"
            case .time: "t"
            }
        }

        func write(_ writer: BusWriter) throws(BusError) {
            switch self {
            case .text(let text): try writer.text(text)
            case .lines(let lines):
                try writer.array("s") { () throws(BusError) in for line in lines { try writer.text(line) } }
            case .flag(let flag): try writer.flag(flag)
            case .level(let level): try writer.uint32(level)
            case .time(let time): try writer.uint64(time)
            }
        }
    }

    private static let bus = "org.freedesktop.DBus"
    static let path = "/io/github/swift_connectivity"
    static let interface = "io.github.swift_connectivity.Connectivity1"
    static let properties = "org.freedesktop.DBus.Properties"
    private static let invalid = "org.freedesktop.DBus.Error.InvalidArgs"

    let name: String
    let sentences: Sentences
    let run: NotifierRun
    /// The call that requested the name.
    private var request: UInt64?
    private var news = BusNews()

    init(name: String, sentences: Sentences, run: NotifierRun) {
        (self.name, self.sentences, self.run) = (name, sentences, run)
    }

    mutating func begin(_ bus: borrowing BusConnection) throws {
        let name = name
        request = try bus.call(Self.bus, "/org/freedesktop/DBus", Self.bus, "RequestName") {
            (writer) throws(BusError) in
            try writer.text(name)
            // DBUS_NAME_FLAG_DO_NOT_QUEUE (D-Bus Specification, "RequestName")
            try writer.uint32(4)
        }
    }

    mutating func show(_ news: BusNews, _ bus: borrowing BusConnection) throws {
        let before = values
        self.news = news
        let values = zip(values, before).filter { $0.value != $1.value }.map(\.0)
        guard !values.isEmpty else { return }
        try bus.emit(Self.path, Self.properties, "PropertiesChanged") { (writer) throws(BusError) in
            try writer.text(Self.interface)
            try Self.write(values, writer)
            try writer.array("s") { () throws(BusError) in }
        }
    }

    mutating func receive(_ message: BusMessage, _ bus: borrowing BusConnection) throws {
        if let answered = message.answered {
            guard answered == request else { return }
            // DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER
            if message.error == nil, try message.value()?.number == 1 { return }
            let reason = message.error ?? "another program has it"
            throw DBusFault(description: "the name \(name.printable(limit: 100)): \(reason.printable(limit: 100))")
        }
        guard let call = message.call else { return }
        switch (call.path, call.interface, call.method) {
        case (_, "org.freedesktop.DBus.Introspectable", "Introspect"):
            let text = Self.description(of: call.path)
            try bus.answer(message) { (writer) throws(BusError) in try writer.text(text) }
        case (Self.path, Self.properties, "Get"): try get(message, bus)
        case (Self.path, Self.properties, "GetAll"):
            let values = values
            try bus.answer(message) { (writer) throws(BusError) in try Self.write(values, writer) }
        case (Self.path, Self.properties, "Set"):
            try bus.refuse(message, "org.freedesktop.DBus.Error.PropertyReadOnly", "no property can be set")
        case (Self.path, Self.interface, "LookNow"):
            run.lookNow()
            try bus.answer(message)
        case (Self.path, Self.interface, "GetAssessment"):
            let text = try news.assessment.map { try JSONOutput.text(of: $0) } ?? "null"
            try bus.answer(message) { (writer) throws(BusError) in try writer.text(text) }
        default:
            try bus.refuse(message, "org.freedesktop.DBus.Error.UnknownMethod", "there is no such method")
        }
    }

    mutating func end(_ bus: borrowing BusConnection) throws {}

    private func get(_ message: BusMessage, _ bus: borrowing BusConnection) throws {
        // Messages of other programs are not trusted; a call of another form is their mistake.
        guard let interface = try? message.value()?.text, let name = try? message.value()?.text,
            interface == Self.interface, let value = values.first(where: { $0.name == name })?.value
        else { return try bus.refuse(message, Self.invalid, "there is no such property") }
        try bus.answer(message) { (writer) throws(BusError) in
            try writer.variant(value.type) { () throws(BusError) in try value.write(writer) }
        }
    }

    private var values: [(name: String, value: Property)] {
        let assessment = news.assessment
        let sentence = assessment?.conclusion(sentences).printable(limit: 1000)
        let lines = (assessment?.observations.byConcern ?? []).map { $0.line(sentences).printable(limit: 1000) }
        let since = assessment.map { $0.since.sinceEpoch / .microseconds(1) } ?? 0
        return [
            ("Access", .text(assessment?.access.name ?? InternetAccess.determining.name)),
            ("Final", .flag(assessment?.isFinal ?? true)), ("Level", .level(assessment?.access.level ?? 2)),
            ("Reason", .text(assessment?.reason.code.printable(limit: 200) ?? "")), ("Text", .text(sentence ?? "")),
            ("Interface", .text(assessment?.interface?.name.printable(limit: 100) ?? "")),
            ("PortalURL", .text(assessment?.access.portal?.signInURL?.description ?? "")),
            ("PortalEvent", .text(news.portalEvent)), ("Observations", .lines(lines)),
            ("Since", .time(UInt64(max(0, since)))),
        ]
    }

    private static func write(_ values: [(name: String, value: Property)], _ writer: BusWriter) throws(BusError) {
        try writer.array("{sv}") { () throws(BusError) in
            for (name, value) in values {
                try writer.entry("sv") { () throws(BusError) in
                    try writer.text(name)
                    try writer.variant(value.type) { () throws(BusError) in try value.write(writer) }
                }
            }
        }
    }

    /// Returns the description of an object (D-Bus Specification, "Introspection Data Format").
    private static func description(of path: String) -> String {
        let properties = [
            ("Access", "s"), ("Final", "b"), ("Level", "u"), ("Reason", "s"), ("Text", "s"), ("Interface", "s"),
            ("PortalURL", "s"), ("PortalEvent", "s"), ("Observations", "as"), ("Since", "t"),
        ]
        let lines = properties.map { "<property name=\"\($0)\" type=\"\($1)\" access=\"read\"/>" }.joined()
        let whole =
            "<interface name=\"\(interface)\">\(lines)<method name=\"LookNow\"/>"
            + "<method name=\"GetAssessment\"><arg type=\"s\" direction=\"out\"/></method></interface>"
        // Objects above this one only lead to it.
        let below = "\(Self.path)/".hasPrefix(path == "/" ? "/" : "\(path)/") && path != Self.path
        let rest = Self.path.dropFirst(path == "/" ? 1 : path.utf8.count + 1).prefix { $0 != "/" }
        return "<node>\(path == Self.path ? whole : below ? "<node name=\"\(rest)\"/>" : "")</node>"
    }
}

extension InternetAccess {
    /// The level in the desktop portal's `org.freedesktop.portal.NetworkMonitor` (GetConnectivity).
    fileprivate var level: UInt32 {
        switch self {
        case .disconnected: 1
        case .determining, .unreachable, .blocked, .partial: 2
        case .captive: 3
        case .online: 4
        }
    }
}

extension DBusNotifier: Configurable, FieldCodable {
    package static var pluginID: PluginID { "notifier.dbus" }
    package static var summary: String { "offers the newest assessment on a message bus, as properties" }

    package static let fields = FieldTable(Self(), [.filled("bus", \.bus, BusConnection.session, .bus)])
}
#endif
