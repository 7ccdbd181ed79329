import ConnectivityCore
import ConnectivityWire

/// Evidence of traffic in JSON: `host`, a number from 1, or `interface`, a name, and whether it is `answered`.
struct WrittenTraffic: FieldCodable {
    var host: UInt32?
    var interface: String?
    var isAnswered = false

    static let fields = FieldTable(
        WrittenTraffic(),
        [
            .optional("host", \.host),
            .optional("interface", \.interface),
            .required("answered", \.isAnswered),
        ]
    )

    private init() {}

    static var schema: Schema { fields.schema("Traffic") }

    init(_ evidence: TrafficEvidence) {
        switch evidence.subject {
        case .host(let number): host = UInt32(clamping: number)
        case .interface(let name): interface = name
        }
        isAnswered = evidence.isAnswered
    }

    /// The evidence; `nil` unless it has either a host or an interface.
    var evidence: TrafficEvidence? {
        switch (host, interface) {
        case (let number?, nil): TrafficEvidence(.host(Int(number)), isAnswered: isAnswered)
        case (nil, let name?): TrafficEvidence(.interface(name), isAnswered: isAnswered)
        default: nil
        }
    }
}
