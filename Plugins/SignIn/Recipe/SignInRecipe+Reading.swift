import ConnectivityCore
import ConnectivityToolkit
import ConnectivityWire

/// The reason why a recipe cannot be used: one line with the position.
package struct RecipeFault: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ fault: JSONFault) {
        var text = fault.description
        if case .unread(let known) = fault.kind {
            let name = fault.names.last ?? ""
            let path = fault.names.dropLast().map { $0 }.faultPrefix
            let rest = known.isEmpty ? "no member is allowed here" : known.alternatives(to: name)
            text = "\(fault.position.faultPrefix)\(path)unknown member \"\(name.printable(limit: 40))\"; \(rest)"
        }
        description = text
    }

    init(_ description: String) { self.description = description }
}

extension SignInRecipe {
    /// Reads and checks a recipe, JSON text in UTF-8 of at most 64 KiB; the error is the first fault with its position.
    package init(parsing bytes: some Collection<UInt8>) throws(RecipeFault) {
        let json: JSON
        do throws(JSONFault) {
            var reader = JSONReader(bytes, byteCountMax: Self.byteCountMax)
            json = try reader.document()
            self = try json.decode()
        } catch {
            throw RecipeFault(error)
        }
        hosts = hosts.map { $0.lowercased() }
        termsDigest = termsDigest?.lowercased()
        if let (path, detail) = faults.first {
            throw RecipeFault(json.position(at: path).faultPrefix + path.faultPrefix + detail)
        }
    }

    package init(file path: String) throws(RecipeFault) {
        let bytes: [UInt8]
        do throws(WholeFile.Fault) {
            bytes = try WholeFile(path, limit: Self.byteCountMax + 1).bytes
        } catch {
            throw RecipeFault("cannot be read: \(error)")
        }
        try self.init(parsing: bytes)
    }

    /// The recipe as JSON text, without default values.
    package var text: String {
        guard let json = try? JSON(encoding: self, isSparse: true) else { return "" }
        return String(decoding: json.encoded(.pretty), as: UTF8.self)
    }

    /// The names of the secrets that the recipe sends, in alphabetical order.
    package var secrets: [String] {
        Set((steps + (logOff ?? [])).flatMap { $0.values.flatMap(\.secrets) }).sorted()
    }

    /// Returns the host to which a step sends a secret by its URL; `nil` if only the page states the target of its form.
    ///
    /// The host has its port if that is not the usual one.
    package func statedReceiver(ofSecret name: String) -> String? {
        let step = (steps + (logOff ?? [])).first { $0.send != nil && $0.values.contains { $0.secrets.contains(name) } }
        return (step?.send?.to.text).flatMap { try? HTTPURL($0) }?.authority
    }
}

extension SignInRecipe.Step {
    var values: [SignInRecipe.Value] {
        (submit?.inputs.values.compactMap(\.value) ?? []) + (send?.values.values.map(\.self) ?? [])
            + (send?.json.map { SignInRecipe.Value.values(in: $0) } ?? []) + (send?.to.segments ?? [])
    }
}

extension SignInRecipe.Value {
    /// The value of an object in a JSON body; `nil` for ordinary objects.
    init?(standingFor fact: Fact) {
        guard let facts = fact.record?.sorted, facts.count == 1, ["secret", "read", "chap"].contains(facts[0].name),
            let value = try? JSON(fact).decode(Self.self)
        else { return nil }
        self = value
    }

    /// The values of a JSON body, at any depth.
    static func values(in fact: Fact) -> [SignInRecipe.Value] {
        if let value = Self(standingFor: fact) { return [value] }
        switch fact {
        case .list(let facts): return facts.flatMap(values)
        case .record(let facts): return facts.sorted.flatMap { values(in: $0.fact) }
        default: return []
        }
    }
}
