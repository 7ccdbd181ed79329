/// Which proxy is judged in addition to the direct way.
package enum ProxySetting: Hashable, Sendable {
    /// The one that the variables `https_proxy`, `all_proxy` and `no_proxy` name.
    case environment
    /// This one, whose scheme is http or https.
    case url(HTTPURL)
}
