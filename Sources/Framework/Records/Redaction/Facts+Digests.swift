import ConnectivityCore

// Digests look like secrets but are not: their inputs are public, or cannot be found from them.

extension JSON {
    /// Returns a redacted configuration with the original keys and digests of validators.
    func restoringDigests(of original: JSON) -> JSON {
        var copy = self
        switch (value, original.value) {
        case (.array(let elements), .array(let originals)) where elements.count == originals.count:
            copy.value = .array(zip(elements, originals).map { $0.restoringDigests(of: $1) })
        case (.object(let members), .object(let originals)) where members.count == originals.count:
            if case .string(let name)? = originals.first(where: { $0.name == "use" })?.value.value,
                ["validator.pin", "validator.digest"].contains(name)
            {
                return original
            }
            copy.value = .object(
                zip(members, originals).map { member, original in
                    JSON.Member(member.name, member.value.restoringDigests(of: original.value), at: member.position)
                }
            )
        default: break
        }
        return copy
    }
}

extension Facts {
    /// Returns the redacted facts of a connection with the original digests of public keys.
    func restoringKeys(of original: Facts) -> Facts {
        guard var tls = self["tls"]?.record, let chain = tls["chain"]?.list,
            let originals = original["tls"]?.record?["chain"]?.list, chain.count == originals.count
        else { return self }
        tls["chain"] = .list(
            zip(chain, originals).map { certificate, original in
                guard var facts = certificate.record else { return certificate }
                facts["spki"] = original.record?["spki"]
                return .record(facts)
            }
        )
        var copy = self
        copy["tls"] = .record(tls)
        return copy
    }
}
