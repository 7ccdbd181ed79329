// The endpoints that the default policy asks in addition, and the kind of organization that runs each endpoint.

extension Endpoint {
    /// The endpoints that a round with the ``standard`` endpoints may ask in addition: those of distributions, over TLS and over
    /// plain HTTP, and twins of the standard endpoints.
    ///
    /// Walled gardens let the hosts of large vendors through, so that devices show no sign-in page or so that people can sign in
    /// with an account. No network has a reason to let the hosts of distributions through. All are run for such checks, and
    /// published code or configuration shows that they serve the answer over TLS:
    /// - Canonical: `maas/maas`, `internet-connectivity.sh`
    /// - Fedora: `fedora-infra/ansible`, `hotspot.conf`
    /// - Arch Linux: `archlinux/infrastructure`, `roles/ping`
    /// - openSUSE: `openSUSE/heroes-salt`, `conncheck.txt.http`
    /// - GNOME and KDE: measured by several of their users, who compare the answer over TLS
    public static let standardPool: [Endpoint] = [apple, google].compactMap(\.overTLS) + neutral

    /// The endpoints of distributions and desktops, each over TLS and over plain HTTP.
    static let neutral: [Endpoint] = [ubuntu, fedora, arch, openSUSE, gnome, kde].flatMap { endpoint in
        var plain = endpoint
        plain.twin = nil
        return [endpoint.overTLS, plain].compactMap(\.self)
    }
}

/// The kind of organization that runs an endpoint; walled gardens let through all of one kind together.
package enum OwnerClass: Hashable, Sendable {
    /// A maker of devices, systems or browsers, which ask its endpoint by default.
    case vendor
    /// A carrier of other organizations' content, all of whose addresses a walled garden may let through.
    case network
    /// A maker of a Linux distribution or desktop.
    case distribution
    /// Any other organization, such as the user's own.
    case other

    /// The kind of an organization, by its name in the built-in endpoints.
    package init(of owner: String) {
        switch owner {
        case "Apple", "Google", "Microsoft", "Mozilla", "Brave", "Valve", "Samsung", "Xiaomi", "Huawei", "Honor",
            "OPPO",
            "vivo":
            self = .vendor
        case "Cloudflare", "Amazon", "Tailscale":
            self = .network
        case "Canonical", "Fedora", "Red Hat", "Debian", "Arch", "openSUSE", "GNOME", "KDE", "GrapheneOS", "ConnMan":
            self = .distribution
        default:
            self = .other
        }
    }
}
