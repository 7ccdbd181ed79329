package import ConnectivityCore

// The schedule, as it is written in a configuration; what is missing is as in a configuration without a schedule.

extension RoundSchedule: FieldCodable {
    package static let fields = FieldTable(
        PipelineConfiguration.standardSchedule,
        waits,
        shares,
        usual: { PipelineConfiguration.standardSchedule }
    )

    // In two parts, because the compiler needs long to find the types of one.
    private static let waits: [FieldTable<Self>.Field] = [
        .time(
            "settling",
            \.settling,
            WrittenTime.rangeFromZero,
            about: "The time from a change of an interface to the next round, in seconds from 0."
        ),
        .time(
            "interval",
            \.interval,
            about: "The time from the end of a round that is online to the next round, in seconds."
        ),
        .time(
            "captiveFirst",
            \.captive.first,
            about:
                "The time from a round with a portal to the next round, in seconds; it doubles with each such round in a row."
        ),
        .time("captiveMaximum", \.captive.maximum, about: "The longest such time, in seconds.")
            .checked("must not be less than captiveFirst") { $0.captive.first <= $0.captive.maximum },
        .time(
            "patience",
            \.patience,
            WrittenTime.rangeFromZero,
            about: "How long a round with enough answers waits for the missing ones, in seconds from 0."
        ),
        .time(
            "grace",
            \.grace,
            WrittenTime.rangeFromZero,
            about:
                "The time from the loss of the last interface, if it is wireless, to the report of it, in seconds from 0."
        ),
        .time(
            "retryFirst",
            \.retry.first,
            about:
                "The time from any other round to the next round, in seconds; it doubles with each such round in a row."
        ),
        .time("retryMaximum", \.retry.maximum, about: "The longest such time, in seconds.")
            .checked("must not be less than retryFirst") { $0.retry.first <= $0.retry.maximum },
    ]

    private static let shares: [FieldTable<Self>.Field] = [
        .stated(
            "jitter",
            \.jitter,
            Rule("must be from 0 through 0.5") { (0...0.5).contains($0) },
            about: "The largest share by which a time is shortened at random, from 0 through 0.5."
        ),
        .stated(
            "thrifty",
            \.isThrifty,
            about: "Whether interval is four times as long on metered interfaces, and twice as long on battery."
        ),
        .stated(
            "rotation",
            \.isRotating,
            about: "Whether each round leaves out another owner while all is well."
        ),
        .optional(
            "requestsPerHour",
            \.budget.requestsPerHour,
            .atLeast(1),
            about: "The most requests per hour of the regular rounds; without it there is no limit."
        ),
        .optional(
            "bytesPerHour",
            \.budget.bytesPerHour,
            .atLeast(1),
            about: "The most bytes per hour of the regular rounds; without it there is no limit."
        ),
        .removed("captiveFactor", "the time doubles"),
        .removed("retryFactor", "the time doubles"),
        .removed("meteredFactor", "use thrifty"),
        .removed("batteryFactor", "use thrifty"),
        .removed("attention", "it is five minutes"),
        .removed("requestsAtOnce", "it is 256"),
    ]

    package static var schema: Schema { fields.schema("Schedule") }
}
