package import ConnectivityCore

// The schedule in a configuration; a missing value is that of a configuration without a schedule.

extension RoundSchedule: FieldCodable {
    package static let fields = FieldTable(
        PipelineConfiguration.standardSchedule,
        waits,
        shares,
        usual: { PipelineConfiguration.standardSchedule }
    )

    // In two parts, because type checking of one expression takes long.
    private static let waits: [FieldTable<Self>.Field] = [
        .seconds("settling", \.settling, .within(WrittenTime.rangeFromZero)),
        .seconds("interval", \.interval, .within(WrittenTime.range)),
        .seconds("captiveFirst", \.captive.first, .within(WrittenTime.range)),
        .seconds("captiveMaximum", \.captive.longest, .within(WrittenTime.range))
            .checked("must not be less than captiveFirst") { $0.captive.first <= $0.captive.maximum },
        .seconds("patience", \.patience, .within(WrittenTime.rangeFromZero)),
        .seconds("grace", \.grace, .within(WrittenTime.rangeFromZero)),
        .seconds("retryFirst", \.retry.first, .within(WrittenTime.range)),
        .seconds("retryMaximum", \.retry.longest, .within(WrittenTime.range))
            .checked("must not be less than retryFirst") { $0.retry.first <= $0.retry.maximum },
    ]

    private static let shares: [FieldTable<Self>.Field] = [
        .required("jitter", \.jitter, Rule("must be from 0 through 0.5") { (0...0.5).contains($0) }),
        .required("thrifty", \.isThrifty),
        .required("rotation", \.isRotating),
        .optional("requestsPerHour", \.requestsPerHour, .atLeast(1)),
        .removed("bytesPerHour", "use requestsPerHour"),
        .removed("captiveFactor", "the time doubles"),
        .removed("retryFactor", "the time doubles"),
        .removed("meteredFactor", "use thrifty"),
        .removed("batteryFactor", "use thrifty"),
        .removed("attention", "it is five minutes"),
        .removed("requestsAtOnce", "it is 256"),
    ]

    package static var writtenName: String { "Schedule" }
}
