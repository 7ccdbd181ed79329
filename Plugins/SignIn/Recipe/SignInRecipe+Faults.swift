import ConnectivityCore
import ConnectivityToolkit

extension SignInRecipe {
    /// Returns the faults of the recipe in a file, also under a rule.
    ///
    /// The result is also empty if the file cannot be read, because that is a requirement of the agent.
    static func faults(ofFile path: String, under rule: SignInRule) -> [String] {
        let bytes: [UInt8]
        do throws(WholeFile.Fault) {
            bytes = try WholeFile(path, limit: byteCountMax + 1).bytes
        } catch {
            return []
        }
        do throws(RecipeFault) {
            let faults = try SignInRecipe(parsing: bytes).faults(under: rule)
            return faults.map { "\(path.printable(limit: 200)): \($0)" }
        } catch {
            return ["\(path.printable(limit: 200)): \(error)"]
        }
    }

    /// The parts that the rule does not permit, at which the sign-in would stop.
    private func faults(under rule: SignInRule) -> [String] {
        var faults: [String] = []
        for name in secrets {
            guard let secret = rule.secrets[name] else {
                faults.append(
                    "sends the secret \"\(name.printable(limit: 40))\", which \"secrets\" of the rule does not name"
                )
                continue
            }
            guard !hosts.contains(secret.host) else { continue }
            let host = secret.host.printable(limit: 100)
            faults.append(
                "asks no host \(host), to which alone the rule permits the secret \"\(name.printable(limit: 40))\" to go"
            )
        }
        for host in hosts where !rule.portals.isEmpty {
            guard let url = try? HTTPURL("https://\(host)/"), !rule.names(url.host) else { continue }
            faults.append(
                "asks \(host.printable(limit: 100)), which neither \"portal\" nor \"hosts\" of the rule names"
            )
        }
        if plainHTTP, !secrets.isEmpty, !rule.permitsPlainHTTP {
            faults.append("sends secrets without TLS, which the rule does not permit with \"plainHTTP\"")
        }
        if accepts, rule.accepts == nil {
            faults.append("accepts terms, and the rule does not say with \"accepts\" what you agree to")
        }
        return faults
    }
}

extension RecipeAgent {
    package func faults(under rule: SignInRule) -> [String] { SignInRecipe.faults(ofFile: file, under: rule) }
}

extension ExtensionAgent {
    package func faults(under rule: SignInRule) -> [String] {
        recipe.map { SignInRecipe.faults(ofFile: $0, under: rule) } ?? []
    }
}
