import ConnectivityCore
import ConnectivitySystem

extension ScenarioError: CustomStringConvertible {
    /// One line: the place in the scenario, if there is one, and what is wrong with it.
    package var description: String {
        let what =
            switch fault {
            case .tooLarge(let limit): "the scenario is larger than \(limit) bytes"
            case .unknownKey(let key, let place, let known):
                "\((place + [key]).faultPrefix)unknown key; \(known.alternatives(to: key))"
            case .value(let place, let detail): "\(place.faultPrefix)\(detail.printable(limit: 300))"
            case .unreadableFile(let file, let place):
                "\(place.faultPrefix)\(file.printable(limit: 200)) cannot be read" + (cause.map { ": \($0)" } ?? "")
            case .recording(let file, let place, let error):
                "\(place.faultPrefix)\(file.printable(limit: 200)): \(error)"
            }
        return position.faultPrefix + what
    }
}

extension TestServerError: CustomStringConvertible {
    /// One line: what the system refused, and its error number.
    package var description: String {
        let port = port == 0 ? "a port" : "port \(port)"
        if step == .serve { return "cannot serve \(port): the system cannot create a thread (ulimit -u)" }
        return "cannot \(step.rawValue) \(port): \(Errno(code))"
    }
}

extension TestAuthorityError: CustomStringConvertible {
    /// One line that says why there is no TLS, and what to do.
    package var description: String {
        switch fault {
        case .withoutTrait:
            "TLS is not available: this build lacks the trait OpenSSL; build with the default traits (Debian: libssl-dev)"
        case .refused: "TLS is not available: OpenSSL cannot create a certificate"
        }
    }
}
