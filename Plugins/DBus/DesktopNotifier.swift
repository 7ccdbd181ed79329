#if canImport(CSystemd) && os(Linux)
package import ConnectivityCore
import ConnectivityRedaction
package import ConnectivityRegistry
package import ConnectivityText
package import ConnectivityWire

/// Shows a desktop notification for a sign-in, whose action opens the sign-in page, or for an alarming observation.
///
/// Its configuration name is `notifier.desktop`; every option may be omitted:
///
/// ```json
/// { "use": "notifier.desktop", "access": ["captive", "blocked"], "bus": "session" }
/// ```
///
/// Desktops keep notifications, so texts that records replace, such as tokens in a URL, are replaced; the action opens the whole
/// URL. Notifications are sent to the service `org.freedesktop.Notifications` (Desktop Notifications Specification, version 1.2).
/// The action asks the desktop portal to open the page (`org.freedesktop.portal.OpenURI`), whose URL is always http or https. If
/// there is no such bus or service, the fault is counted, and the notifier tries again after a pause.
package struct DesktopNotifier: Notifier {
    /// The names of the accesses for which a notification is shown.
    package var accesses: Set<String> = ["captive"]
    /// The bus: `session` or a D-Bus address.
    package var bus = BusConnection.session
    /// The sentences for reasons; a notifier created from a configuration uses those of the registry.
    package var sentences = Sentences()
    private let feed = BusFeed()

    package var mailbox: NotifierMailbox { .newest([.changes, .observations]) }

    package func handle(_ event: PipelineEvent) async throws {
        switch event {
        case .runBegan(from: let earlier): if let earlier { feed.store(earlier) }
        case .assessmentChanged(let assessment): feed.store(assessment)
        case .observed(let observation): feed.store(observation)
        case .runEnded: feed.clear()
        default: break
        }
    }

    /// Shows notifications until the task is cancelled, and requests a round when the action is chosen.
    package func serve(_ run: NotifierRun) async throws {
        let (accesses, sentences) = (accesses, sentences)
        try await feed.serve(bus) { Desktop(accesses: accesses, sentences: sentences, run: run) }
    }
}

private struct Desktop: BusServant {
    private static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let bus = "org.freedesktop.DBus"
    private static let action = "default"
    /// The maximum number of observations in one notification.
    private static let lineCountMax = 5

    let accesses: Set<String>
    let sentences: Sentences
    let run: NotifierRun
    /// The number of the shown notification; 0 without one.
    private var shown: UInt32 = 0
    /// The call whose answer is the number of the notification.
    private var pending: UInt64?
    private var page: HTTPURL?
    /// The title and the body of the notification; empty if none is shown.
    private var text: [String] = []
    /// Whether the notification must be closed as soon as its number is known.
    private var isObsolete = false

    init(accesses: Set<String>, sentences: Sentences, run: NotifierRun) {
        (self.accesses, self.sentences, self.run) = (accesses, sentences, run)
    }

    mutating func begin(_ bus: borrowing BusConnection) throws {
        let rule = "type='signal',sender='\(Self.service)',path='\(Self.path)',interface='\(Self.service)'"
        try bus.call(Self.bus, "/org/freedesktop/DBus", Self.bus, "AddMatch") { (writer) throws(BusError) in
            try writer.text(rule)
        }
    }

    mutating func show(_ news: BusNews, _ bus: borrowing BusConnection) throws {
        guard let assessment = news.assessment, assessment.isFinal else { return try close(bus) }
        let trouble = assessment.observations.filter { $0.severity == .warning }
        guard accesses.contains(assessment.access.name) || !trouble.isEmpty else { return try close(bus) }
        page = assessment.access.portal?.signInURL
        let place = assessment.interface.map { " on \($0.name.printable(limit: 40))" } ?? ""
        let isCaptive = assessment.access.portal != nil
        let title = isCaptive ? "Sign-in required\(place)" : "Internet access\(place): \(assessment.access.name)"
        let lines =
            [sentences.sentence(for: assessment.reason.redacted)]
            + trouble.prefix(Self.lineCountMax).map { $0.redacted.line(sentences) }
        let body = lines.map { $0.printable(limit: 400).escapedAsMarkup }.joined(separator: "\n")
        guard text != [title, body] || isObsolete else { return }
        (text, isObsolete) = ([title, body], false)
        let (number, hasPage) = (shown, page != nil)
        pending = try bus.call(Self.service, Self.path, Self.service, "Notify", starts: true) {
            (writer) throws(BusError) in
            try writer.text("connectivityctl")
            try writer.uint32(number)
            try writer.text("network-wireless")
            try writer.text(title)
            try writer.text(body)
            try writer.array("s") { () throws(BusError) in
                guard hasPage else { return }
                for text in [Self.action, "Sign in"] { try writer.text(text) }
            }
            try writer.array("{sv}") { () throws(BusError) in
                try writer.entry("sv") { () throws(BusError) in
                    try writer.text("category")
                    try writer.variant("s") { () throws(BusError) in try writer.text("network") }
                }
            }
            // The desktop decides how long the notification is visible.
            try writer.int32(-1)
        }
    }

    private mutating func close(_ bus: borrowing BusConnection) throws {
        isObsolete = pending != nil
        page = nil
        guard shown != 0 else { return }
        let number = shown
        shown = 0
        try bus.call(Self.service, Self.path, Self.service, "CloseNotification") { (writer) throws(BusError) in
            try writer.uint32(number)
        }
    }

    mutating func receive(_ message: BusMessage, _ bus: borrowing BusConnection) throws {
        if let answered = message.answered, answered == pending {
            pending = nil
            if let error = message.error {
                throw DBusFault(description: "\(Self.service): \(error.printable(limit: 100))")
            }
            shown = try message.value()?.number.flatMap(UInt32.init(exactly:)) ?? 0
            if isObsolete { try close(bus) }
        } else if message.isSignal(Self.service, "ActionInvoked") {
            guard shown != 0, try message.value()?.number == UInt64(shown), let page else { return }
            try open(page, bus)
            run.signInBegan()
        } else if message.isSignal(Self.service, "NotificationClosed") {
            if try message.value()?.number == UInt64(shown) { shown = 0 }
        }
    }

    private func open(_ page: HTTPURL, _ bus: borrowing BusConnection) throws {
        let (service, path) = ("org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop")
        try bus.call(service, path, "org.freedesktop.portal.OpenURI", "OpenURI", starts: true) {
            (writer) throws(BusError) in
            try writer.text("")
            try writer.text(page.description)
            try writer.array("{sv}") { () throws(BusError) in }
        }
    }

    mutating func end(_ bus: borrowing BusConnection) throws { try close(bus) }
}

extension String {
    /// The text with the markup characters of notification servers escaped.
    fileprivate var escapedAsMarkup: String {
        var escaped = ""
        // By scalars, because a combining mark forms one character with the sign before it.
        for scalar in unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}

extension DesktopNotifier: Configurable, FieldCodable {
    package static var pluginID: PluginID { "notifier.desktop" }
    package static var summary: String { "shows a notification on the desktop that opens the sign-in page" }

    private static let known = ["captive", "blocked", "unreachable", "disconnected", "partial", "online"]

    package static let fields = FieldTable(
        Self(),
        [
            .converted("access", \.accesses, form, usual: ["captive"]),
            .filled("bus", \.bus, BusConnection.session, .bus),
        ]
    )

    private static let form = FieldForm<[String], Set<String>>(
        "must name at least one of: \(known.joined(separator: ", "))"
    ) {
        !$0.isEmpty && $0.allSatisfy(known.contains) ? Set($0) : nil
    } write: {
        $0.sorted()
    }
}

extension Rule<String> {
    static let bus = Self(
        "must be session, system, or one D-Bus address, such as unix:path=/run/user/1000/bus",
        BusConnection.isAddress
    )
}
#endif
