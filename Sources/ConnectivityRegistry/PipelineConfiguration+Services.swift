import ConnectivityCore

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
                .optional("interval", \.interval),
                .optional("controlAge", \.controlAge),
                .optional("requestsPerHour", \.requestsPerHour),
            ]
        )

        init() {}
        init(from decoder: any Decoder) throws { self = try Self.fields.read(from: decoder) }
        func encode(to encoder: any Encoder) throws { try Self.fields.write(self, to: encoder) }

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
                interval: try duration(interval, "serviceSchedule", "interval") ?? standard.interval,
                controlAgeMax: try duration(controlAge, "serviceSchedule", "controlAge") ?? standard.controlAgeMax,
                requestsPerHour: requestsPerHour ?? standard.requestsPerHour
            )
        }
    }

    /// Makes the services; each name is that of one service.
    static func services(_ document: Document, _ registry: PluginRegistry) throws(PluginError) -> [Endpoint] {
        var services: [Endpoint] = []
        for (index, service) in (document.services ?? []).enumerated() {
            services += try service.make(in: registry, at: index, of: "services")
        }
        for (index, service) in services.enumerated()
        where services[..<index].contains(where: { $0.name == service.name }) {
            throw fault(
                ["services"],
                "has two services with the name \(service.name.printable(limit: 80)); name them apart"
            )
        }
        return services
    }
}
