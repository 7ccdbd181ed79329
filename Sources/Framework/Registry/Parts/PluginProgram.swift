import ConnectivityCore
package import ConnectivityWire

/// A program that provides components, as an element of `plugins` in a configuration.
///
/// ```json
/// { "program": ["/usr/lib/example/pong", "--strict"], "environment": { "TOKEN_FILE": "/etc/pong" },
///   "user": "nobody", "writes": ["/var/lib/pong"], "limits": { "memory": 268435456 } }
/// ```
package struct PluginProgram: FieldCodable, Hashable {
    /// The absolute path of the program, and its arguments; no shell reads them.
    package var command: [String] = []
    /// Variables in addition to ``standardEnvironment``.
    package var environment: [String: String]?
    /// The user whose rights the program has; `nil` for the rights of this process.
    package var user: String?
    /// The folders below which the program may change files, if the kernel can forbid that; `nil` permits all.
    package var writes: [String]?
    package var limits = Limits()

    /// Limits of a program; sizes in bytes, times in seconds (setrlimit(2)).
    package struct Limits: FieldCodable, Hashable {
        /// The address space; runtimes reserve much more than they use.
        package var memory = 4 * 1024 * 1024 * 1024
        /// The time on a processor, over the whole life of the process.
        package var cpu = 3600
        /// The number of processes and threads of the user, all programs together.
        package var processes = 4096

        package static let fields = FieldTable(
            Limits(),
            [
                .required("memory", \.memory, .atLeast(16_777_216)),
                .required("cpu", \.cpu, .atLeast(1)),
                .removed("files", "it is 256"),
                .required("processes", \.processes, .atLeast(1)),
                .removed("fileSize", "it is 64 MiB"),
                .removed("line", "it is 1 MiB"),
                .removed("start", "it is five seconds"),
            ],
            usual: { Limits() }
        )

        /// How long the program may take from its start to its first answer.
        package var start = Duration.seconds(5)
        /// The number of open descriptors.
        package static let files = 256
        /// The size of a file that the program writes.
        package static let fileSize = 64 * 1024 * 1024
        /// The length of a line that the program writes to its standard output.
        package static let line = 1024 * 1024

        package init() {}
        package init(from decoder: any Decoder) throws {
            self = try Self.fields.read(from: decoder, isWrittenByHand: true)
        }
        package static var schema: Schema { fields.schema("PluginLimits", isWrittenByHand: true) }
    }

    package static let fields = FieldTable(
        PluginProgram(),
        [
            .required("program", \.command),
            .optional("environment", \.environment),
            .optional("user", \.user),
            .optional("writes", \.writes),
            .filled("limits", \.limits, Limits()),
        ],
        fault: \.fault
    )

    package init(command: [String] = []) { self.command = command }
    package static var schema: Schema { fields.schema("Plugin") }

    /// The environment of every program; it has no variables of this process.
    package static let standardEnvironment = [
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "HOME": "/",
        // Standard output is a pipe; without this, Python buffers its lines.
        "PYTHONUNBUFFERED": "1",
    ]

    /// The environment of the program, sorted by name.
    package var wholeEnvironment: [(key: String, value: String)] {
        Self.standardEnvironment.merging(environment ?? [:]) { $1 }.sortedByKey
    }

    private var fault: String? {
        guard let path = command.first else { return "\"program\" needs the path of a program" }
        guard path.hasPrefix("/") else {
            return #"the path of a program must be absolute, or begin with "./", the folder of the configuration"#
        }
        let texts = command + (environment ?? [:]).flatMap { [$0.key, $0.value] } + (writes ?? [])
        guard !texts.contains(where: { $0.utf8.contains(0) }) else { return "contains a null character" }
        guard (environment ?? [:]).keys.allSatisfy({ !$0.isEmpty && !$0.contains("=") }) else {
            return "the name of a variable is empty or contains \"=\""
        }
        guard (writes ?? []).allSatisfy({ $0.hasPrefix("/") }) else { return "\"writes\" needs absolute paths" }
        return nil
    }
}

/// A running program whose components are registered; see ConnectivityPluginHost.
package struct StartedPlugin: Sendable {
    package var program: PluginProgram

    package init(_ program: PluginProgram) { self.program = program }
}
