import ConnectivityCore
import ConnectivityWire

extension PipelineConfiguration {
    /// The schedule of services as it is written, with times in seconds; missing values default to those of
    /// ``ServiceSchedule``.
    struct WrittenServiceSchedule: FieldCodable {
        var interval: Double?
        var controlAge: Double?
        var requestsPerHour: Int?

        static let fields = FieldTable(
            WrittenServiceSchedule(),
            [
                .optional(
                    "interval",
                    \.interval,
                    about: "The time from the answers of the services to the next request, in seconds."
                ),
                .optional(
                    "controlAge",
                    \.controlAge,
                    about:
                        "How old the assessment of the network may be that decides whose fault a failure is, in seconds."
                ),
                .optional(
                    "requestsPerHour",
                    \.requestsPerHour,
                    about: "The most requests per hour of all services together."
                ),
            ],
            usual: { WrittenServiceSchedule(ServiceSchedule()) }
        )

        init() {}

        static var schema: Schema { fields.schema("ServiceSchedule") }

        init(_ schedule: ServiceSchedule) {
            interval = schedule.interval.seconds
            controlAge = schedule.controlAgeMax.seconds
            requestsPerHour = schedule.requestsPerHour
        }

        func schedule() throws(PluginError) -> ServiceSchedule {
            let standard = ServiceSchedule()
            guard requestsPerHour ?? 1 >= 1 else {
                throw fault(["serviceSchedule", "requestsPerHour"], "must be at least 1")
            }
            return ServiceSchedule(
                interval: try duration(interval, at: ["serviceSchedule", "interval"]) ?? standard.interval,
                controlAgeMax: try duration(controlAge, at: ["serviceSchedule", "controlAge"])
                    ?? standard.controlAgeMax,
                requestsPerHour: requestsPerHour ?? standard.requestsPerHour
            )
        }
    }

    /// Checks that each name is that of one service, on whatever network it is asked.
    func checkNamesOfServices() throws(PluginError) {
        var names = Set<String>()
        let lists = [(["services"], services)]
        let local = networks.enumerated().map { place, network in
            (["networks", "\(place)", "services"], network.services)
        }
        for (path, services) in lists + local {
            for service in services where !names.insert(service.name).inserted {
                throw fault(
                    path,
                    "has a second service with the name \(service.name.printable(limit: 80)); name them apart"
                )
            }
        }
    }
}
