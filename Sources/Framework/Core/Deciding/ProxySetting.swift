/// The proxy whose path is judged in addition to the direct one.
package enum ProxySetting: Hashable, Sendable {
    /// The proxy that the variables `https_proxy`, `all_proxy` and `no_proxy` name.
    case environment
    /// This proxy, whose scheme is http or https.
    case url(HTTPURL)
}
