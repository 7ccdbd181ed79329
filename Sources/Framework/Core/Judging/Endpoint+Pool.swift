// What the default policy asks in addition, and what kind of organization runs each endpoint.

extension Endpoint {
    /// The endpoints that a round with the ``standard`` endpoints may ask in addition: those of distributions, over TLS
    /// and over plain HTTP, and twins of the standard endpoints.
    ///
    /// Walled gardens let the hosts of large vendors through, so that devices show no sign-in page or so that people
    /// can sign in with an account. No network has a reason to let these hosts through. All are run for such checks, and
    /// published code or configuration shows that they serve the answer over TLS:
    /// - Canonical: `maas/maas`, `internet-connectivity.sh`
    /// - Fedora: `fedora-infra/ansible`, `hotspot.conf`
    /// - Arch Linux: `archlinux/infrastructure`, `roles/ping`
    /// - openSUSE: `openSUSE/heroes-salt`, `conncheck.txt.http`
    /// - GNOME and KDE: measured by several users of them, who compare the answer over TLS
    public static let standardPool: [Endpoint] = [apple, google].compactMap(\.overTLS) + neutral

    /// The endpoints of distributions and desktops, each over TLS and over plain HTTP.
    static let neutral: [Endpoint] = [ubuntu, fedora, arch, openSUSE, gnome, kde].flatMap { endpoint in
        var plain = endpoint
        plain.twin = nil
        return [endpoint.overTLS, plain].compactMap(\.self)
    }
}

/// The kind of organization that runs an endpoint: walled gardens let through all of one kind together.
package enum OwnerClass: Hashable, Sendable {
    /// It makes devices, systems or browsers, which ask it by default.
    case vendor
    /// It carries other organizations' content, so that a garden may let all of its addresses through.
    case network
    /// It makes a distribution or a desktop of Linux.
    case distribution
    /// Anything else, such as the user's own service.
    case other

    /// The kind of an organization, by its name as the built-in endpoints state it.
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
