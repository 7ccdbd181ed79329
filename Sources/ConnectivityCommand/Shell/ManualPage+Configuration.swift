import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry

extension ManualPage {
    /// The page about the configuration: its files, every member with type and default, and all components.
    static func configuration(_ registry: PluginRegistry) -> ManualPage {
        var page = ManualPage("connectivityctl-configuration", section: 5, about: "configuration of connectivityctl")
        page.add(".Sh DESCRIPTION")
        page.add(
            prose: """
                The configuration is one object in JSON. "connectivityctl schema configuration" prints its JSON Schema, from \
                which editors complete it, and "connectivityctl doctor" examines it and says which files it has read. \
                JSON has no comments; the member "comment" can hold a text.

                A component is a name, or an object whose member "use" is the name and whose other members are the options. \
                Options in brackets may be left out.
                """
        )
        page.addFiles()
        page.addMembers()
        page.addAuthorities()
        for (title, components) in [
            ("SOURCES OF INTERFACES", registry.sources.descriptions),
            ("PROVISIONING READERS", registry.provisioningReaders.descriptions),
            ("SOURCES OF TRAFFIC", registry.trafficSources.descriptions),
            ("PROBERS", registry.probers.descriptions), ("VALIDATORS", registry.validators.descriptions),
            ("POLICIES", registry.policies.descriptions), ("NOTIFIERS", registry.notifiers.descriptions),
            ("SIGN-IN AGENTS", registry.signInAgents.descriptions),
        ] {
            page.add(".Sh \(title)\n.Bl -tag -width Ds")
            for component in components {
                let options = component.options.map { option in
                    let kind = option.kind == "any value" ? "" : " (\(option.kind.replacing("|", with: " | ")))"
                    return option.isRequired ? option.name + kind : "[\(option.name)\(kind)]"
                }
                page.add(".It Cm \(component.id)")
                page.add(prose: component.summary.sentence)
                if !options.isEmpty { page.add(prose: "Options: \(options.joined(separator: ", ")).") }
            }
            page.add(".El")
        }
        page.add(".Sh EXAMPLES")
        for example in ConfigurationExample.all {
            page.add(prose: example.title)
            let lines = example.text.split(separator: "\n").map { escaped(String($0)) }
            page.add(".Bd -literal -offset indent\n\(lines.joined(separator: "\n"))\n.Ed\n.Pp")
        }
        page.removeLastParagraph()
        page.add(".Sh SEE ALSO\n.Xr connectivityctl 1 ,\n.Xr connectivityctl-doctor 1 ,\n.Xr connectivityctl-schema 1")
        return page
    }

    private mutating func addFiles() {
        add(".Sh FILES\n.Bl -tag -width Ds")
        for (path, use) in [
            ("/etc/connectivity", "The configuration of this device."),
            (
                "~/.config/connectivity",
                "The configuration of a user, in the folder of XDG_CONFIG_HOME if that is set. It is read instead of the one of "
                    + "the device. For root it is not read."
            ),
        ] {
            add(".It Pa \(path)")
            add(prose: use)
        }
        add(".El\n.Pp")
        add(
            prose: """
                The commands that probe, watch or examine this network read the first of these folders that has a \
                configuration. --config names another file or folder instead, and --no-config reads none. In a folder, the file \
                config.json is read, then each file of config.d whose name ends with .json, sorted by name. A drop-in replaces \
                members, null removes one, and what it has in notifiers and plugins is added. A relative path of a plugin begins \
                at the folder of the file that has it, and for standard input at the current folder.

                Without --config, a file counts only if root or the user owns it, its folder and the folder around that, and if \
                nobody else can write them. Otherwise the command ends with status 78 and says what to change. For root, only \
                what root owns counts.
                """
        )
    }

    private mutating func addAuthorities() {
        add(".Sh CERTIFICATE AUTHORITIES")
        add(
            prose: """
                Probers that use TLS have the option caFile, a file of certificate authorities in PEM. One rule holds for all of \
                them, also for those that the configuration does not name and for the prober of a notifier: --ca-file is used if \
                it is given, otherwise caFile of the prober, otherwise the environment variable SSL_CERT_FILE, otherwise what \
                the system trusts.
                """
        )
    }

    /// Adds the members of the configuration and of each object in it, from the table that reads them.
    private mutating func addMembers() {
        add(".Sh MEMBERS")
        add(
            prose:
                "Every member may be left out, unless it is said to be required. Times are in seconds, sizes in bytes."
        )
        for object in SchemaObject.all(in: PipelineConfiguration.schema) {
            add(".Ss \(object.title)\n.Bl -tag -width Ds")
            for member in object.members {
                add(".It Cm \(Self.argument(member.name))")
                let usual = member.usual.map { " Default: \($0.inWords)." } ?? ""
                let kind = member.schema.words.sentence
                add(prose: kind + (member.isRequired ? " Required." : usual))
                if let about = member.about { add(prose: about) }
            }
            add(".El")
        }
    }
}

/// An object of a schema with its members, and the member that has it.
struct SchemaObject {
    var name: String
    var title: String
    var members: [Schema.Member]

    /// Returns every object, in the order in which a reader meets them, except components.
    static func all(in schema: Schema) -> [SchemaObject] {
        var found: [SchemaObject] = []
        func visit(_ schema: Schema, _ owner: String?) {
            switch schema {
            case .list(let element), .map(let element): visit(element, owner)
            case .either(let schemas): for schema in schemas { visit(schema, owner) }
            case .object(let name, let members):
                guard !found.contains(where: { $0.name == name }) else { return }
                let members = members()
                let title = owner.map { "An object of \($0)" } ?? "The configuration"
                let isKnown = found.contains { $0.title == title }
                found.append(SchemaObject(name: name, title: isKnown ? "\(title): \(name)" : title, members: members))
                for member in members { visit(member.schema, member.name) }
            default: break
            }
        }
        visit(schema, nil)
        return found
    }
}

extension JSON {
    /// The text on one line, with spaces at which it can be wrapped.
    fileprivate var inWords: String {
        String(decoding: encoded(.pretty), as: UTF8.self).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension Schema {
    /// The type, in words.
    fileprivate var words: String {
        switch self {
        case .any: return "any value"
        case .text: return "text"
        case .choice(let texts): return texts.joined(separator: " or ")
        case .whole: return "whole number"
        case .number: return "number"
        case .flag: return "true or false"
        case .null: return "null"
        case .list(let element): return "list of \(element.words)"
        case .map(let value): return "object with names and \(value.words)"
        case .object: return "object"
        case .open: return "component with options"
        case .either(let schemas):
            // null is the same as a missing member.
            var words: [String] = []
            for word in schemas.map(\.words) where word != "null" && !words.contains(word) { words.append(word) }
            return words.joined(separator: " or ")
        }
    }
}

extension String {
    /// The text with a capital at its beginning and a full stop.
    fileprivate var sentence: String { prefix(1).uppercased() + dropFirst() + "." }
}

/// A whole configuration, as the manual shows it.
struct ConfigurationExample {
    var title: String
    var text: String

    static let all = [
        ConfigurationExample(
            title:
                "A kiosk that asks a server of its owner in addition, watches a shop, and keeps a journal of outages:",
            text: """
                {
                    "comment": "Kiosk in the hall",
                    "interface": "eth0",
                    "prober": { "use": "prober.curl", "caFile": "/etc/ssl/certs/kiosk.pem" },
                    "endpoints": [
                        "default",
                        {
                            "url": "https://status.example.com/ping", "follow": 2, "tls": true,
                            "expect": { "use": "validator.contains", "text": "pong" }
                        }
                    ],
                    "services": [
                        {
                            "url": "https://shop.example.com/health", "name": "shop",
                            "headers": { "Authorization": { "file": "/etc/shop.token", "prefix": "Bearer " } }
                        }
                    ],
                    "serviceSchedule": { "interval": 120 },
                    "schedule": { "interval": 60, "requestsPerHour": 600 },
                    "quality": { "slowConnection": 0.15, "owners": 2 },
                    "traffic": "traffic.kernel",
                    "notifiers": [
                        "notifier.systemd",
                        { "use": "notifier.outages", "file": "/var/lib/connectivity/outages.db" }
                    ]
                }
                """
        ),
        ConfigurationExample(
            title: "A gateway that judges each interface, apart from bridges, by its own rules:",
            text: """
                {
                    "$schema": "configuration.schema.json",
                    "source": "source.netlink",
                    "provisioning": ["provisioning.networkd"],
                    "probers": ["prober.curl", "prober.dns"],
                    "policy": { "use": "policy.share", "share": 0.5 },
                    "validators": ["validator.portal-signals"],
                    "expect": { "use": "validator.status-code", "expected": [204] },
                    "endpoints": ["google.connectivitycheck", { "url": "http://probe.example.com/204" }],
                    "pool": ["apple.hotspot"],
                    "scope": "each-interface",
                    "ignore": ["docker*", "bridge"],
                    "limits": { "total": 3 }
                }
                """
        ),
        ConfigurationExample(
            title:
                "A sign that signs in at the portal of its hotel, with its own password and the terms that its owner has read:",
            text: """
                {
                    "signIn": [
                        {
                            "name": "hotel", "ssid": "HOTEL", "portal": ["login.hotel.example"],
                            "agent": { "use": "sign-in.recipe", "file": "/etc/connectivity/hotel.json" },
                            "secrets": { "password": { "file": "/etc/connectivity/hotel.password", "to": "login.hotel.example" } },
                            "hosts": ["www.hotel.example"], "accepts": "the terms of HOTEL, read 2026-11-02",
                            "renew": true, "logOff": true,
                            "around": {
                                "before": ["/usr/bin/systemctl", "stop", "vpn"],
                                "after": ["/usr/bin/systemctl", "start", "vpn"]
                            }
                        },
                        {
                            "gateway": "192.0.2.1", "interface": "wlan0", "domain": "guest.example",
                            "agent": "sign-in.wispr", "plainHTTP": true,
                            "secrets": {
                                "user": { "text": "till-1", "to": "192.0.2.1" },
                                "password": { "environment": "GUEST_PASSWORD", "to": "192.0.2.1" }
                            }
                        }
                    ]
                }
                """
        ),
        ConfigurationExample(
            title: "A till that goes through the proxy of its office, and is not checked on a telephone's network:",
            text: """
                {
                    "networks": [
                        { "name": "telephone", "ssid": "my phone", "check": false },
                        {
                            "name": "office", "domain": ["office.example", "*.office.example"], "interval": 300,
                            "proxy": "http://proxy.office.example:3128",
                            "services": [{ "url": "https://prices.office.example/", "name": "prices" }]
                        }
                    ]
                }
                """
        ),
        ConfigurationExample(
            title:
                "An office computer on which the way through the proxy of the environment is judged in addition to the direct one:",
            text: """
                { "proxy": "environment" }
                """
        ),
        ConfigurationExample(
            title: "A drop-in in config.d that adds a program with its own components:",
            text: """
                {
                    "plugins": [{ "program": ["/usr/lib/example/pong"], "limits": { "memory": 268435456 } }]
                }
                """
        ),
    ]
}
