package import ConnectivityCore
import ConnectivityKit
import ConnectivityRegistry
import ConnectivityToolkit

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Examines the requirements of the parts of a configuration on this device, before they run; nothing is sent.
///
/// The calls do not wait, but a file system, a disk or a keyring may be slow.
package struct Preflight: Sendable {
    let environment: [String: String]
    /// The running service that answers `status`, if any; it may be the user of a port.
    let running: String?

    package init(environment: [String: String], running: String? = nil) {
        (self.environment, self.running) = (environment, running)
    }

    /// Returns the unmet requirements of the parts of a configuration, in their order, each once.
    package func findings(_ configuration: PipelineConfiguration) -> [SetupFinding] {
        var findings = Self.collisions(configuration)
        for (name, requirement) in Self.requirements(configuration) {
            for finding in self.findings(requirement, of: name) where !findings.contains(finding) {
                findings.append(finding)
            }
        }
        return findings
    }

    /// The places that two parts need for themselves.
    private static func collisions(_ configuration: PipelineConfiguration) -> [SetupFinding] {
        var users: [String: String] = [:]
        return requirements(configuration).compactMap { name, requirement in
            guard let place = requirement.ownPlace, let first = users.updateValue(name, forKey: place) else {
                return nil
            }
            return SetupFinding.error(
                "same-place",
                "\(name): \(place.printable(limit: 200)) is also the place of \(first == name ? "another \(name)" : first)",
                remedy: "give each its own place, or remove one of them"
            )
        }
    }

    private static func requirements(_ configuration: PipelineConfiguration) -> [(name: String, Requirement)] {
        configuration.parts.flatMap { part in
            let name = PartName.of(part)
            return part.requirements.map { (name, $0) }
        }
    }

    private func findings(_ requirement: Requirement, of name: String) -> [SetupFinding] {
        func finding(_ code: String, _ fault: String?, _ remedy: String) -> [SetupFinding] {
            fault.map { [SetupFinding.error(code, "\(name): \($0)", remedy: remedy)] } ?? []
        }
        switch requirement {
        case .program(let path):
            let remedy = "install the program, correct its path, or make it executable (chmod +x)"
            return finding("no-program", FileState(path).faultOfProgram, remedy)
        case .writtenFile(let path): return finding("not-writable", FileState(path).faultOfWriting, Self.folderRemedy)
        case .replacedFile(let path):
            return finding("not-writable", FileState(path).faultOfReplacing, Self.folderRemedy)
        case .readFile(let path):
            let remedy = "correct the path, or let the user of this program read the file"
            return finding("not-readable", FileState(path).faultOfReading, remedy)
        case .authorities(let path):
            let remedy = "name a file with certificates in PEM, such as /etc/ssl/certs/ca-certificates.crt"
            return finding("no-authorities", FileState(path).faultOfAuthorities, remedy)
        case .secretFile(let path):
            guard let fault = FileState(path).faultOfReading else {
                return Self.readable(path).map { [$0.named(name)] } ?? []
            }
            return finding("no-secret", fault, "write the secret there, and let the user of this program read it")
        case .secretVariable(let variable):
            guard environment[variable]?.isEmpty != false else { return [] }
            let reason = "the environment variable \(variable.printable(limit: 80)) is not set"
            return finding("no-secret", reason, "set it for the service, such as with EnvironmentFile= of a unit")
        case .secretOfKeyring(let attributes):
            return finding("no-secret", Keyring.fault(attributes), Self.keyringRemedy)
        case .freePort(let port, let address):
            return listening(at: SocketAddress(ip: address.bytes, port: port), address.place(port), name)
        case .freeSocket(let path):
            return freeSocket(path, name)
        case .socket(let path):
            let remedy = "start the program that listens there, or correct the path"
            return finding("no-socket", FileState(path).faultOfSocket, remedy)
        }
    }

    private static let folderRemedy =
        "create the folder and let the user of this program write there (StateDirectory= of a unit), or name another file"

    private static let keyringRemedy =
        "store it (secret-tool store --label NAME ATTRIBUTE VALUE...), in the session of the user of this program"

    /// The finding about a file with a secret that every user can read or replace; `nil` if the file is protected.
    static func readable(_ path: String) -> SetupFinding? {
        var status = stat()
        guard unsafe stat(path, &status) == 0, status.st_mode & 0o006 != 0 else { return nil }
        let verb = status.st_mode & 0o002 == 0 ? "read" : "write"
        return SetupFinding.warning(
            "secret-readable",
            "every user of this device can \(verb) the secret in \(path.printable(limit: 200))",
            remedy: "chmod o-rw \(path.printable(limit: 200))"
        )
    }

    // MARK: Listening

    private func freeSocket(_ path: String, _ name: String) -> [SetupFinding] {
        let state = FileState(path)
        switch state.kind {
        case S_IFSOCK: return listens(on: path) ? [used(path.printable(limit: 200), name)] : []
        case nil:
            guard let fault = state.faultOfReplacing else { return [] }
            let reason = "\(name): \(fault)"
            return [SetupFinding.error("not-writable", reason, remedy: Self.folderRemedy)]
        default:
            let reason = "\(name): \(path.printable(limit: 200)) is in the place of the socket"
            return [
                SetupFinding.error("in-use", reason, remedy: "remove it, or name another path")
            ]
        }
    }

    private func listens(on path: String) -> Bool {
        let address = SocketAddress(path: path)
        guard let socket = try? Descriptor(socket: address.family, Descriptor.stream) else { return false }
        do throws(Errno) { try socket.connect(to: address) } catch { return error.number == EAGAIN }
        return true
    }

    /// Listens for a moment, to test whether the process may listen.
    private func listening(at address: SocketAddress, _ place: String, _ name: String) -> [SetupFinding] {
        do throws(Errno) {
            let socket = try Descriptor(socket: address.family, Descriptor.stream)
            socket.set(SO_REUSEADDR, of: SOL_SOCKET, to: 1)
            try socket.bind(to: address)
            try socket.listen(queueLength: 1)
            return []
        } catch {
            guard error.number != EADDRINUSE else { return [used(place, name)] }
            let remedy =
                error.number == EACCES
                ? "choose a port from 1024, or give this program CAP_NET_BIND_SERVICE (AmbientCapabilities= of a unit)"
                : "choose an address of this device"
            let reason = "\(name): nothing can listen on \(place) (\(error))"
            return [SetupFinding.error("cannot-listen", reason, remedy: remedy)]
        }
    }

    private func used(_ place: String, _ name: String) -> SetupFinding {
        guard let running else {
            let remedy = "choose another one, or end the program that uses it (ss -lp lists it)"
            let reason = "\(name): another program uses \(place)"
            return SetupFinding.error("in-use", reason, remedy: remedy)
        }
        let reason = "\(name): \(place) is in use, probably by the service that runs (it answers on \(running))"
        return SetupFinding.note("in-use", reason, remedy: "to be sure, stop the service and examine again")
    }
}

extension Requirement {
    /// The address or the path that only one part can use; `nil` if parts can share what is required.
    fileprivate var ownPlace: String? {
        switch self {
        case .freePort(let port, let address): address.place(port)
        case .freeSocket(let path), .replacedFile(let path): path == "-" ? nil : OutputFile.absolute(path)
        default: nil
        }
    }
}

extension SetupFinding {
    fileprivate func named(_ name: String) -> SetupFinding {
        SetupFinding(code, severity, "\(name): \(reason)", remedy: remedy)
    }
}

extension IPAddress {
    fileprivate func place(_ port: UInt16) -> String { family == .ipv4 ? "\(self):\(port)" : "[\(self)]:\(port)" }
}

/// The name of a part in a configuration.
package enum PartName {
    /// Returns the name in the configuration; for a part without one, the name of its type.
    package static func of(_ part: any PipelinePart) -> String {
        let id = try? ComponentReference(to: part).id.description
        return (id ?? part.title).printable(limit: 80)
    }
}
