/// Phrases that pages of some kinds have in common, in lower case and separated by one space, for one pass over a text.
///
/// The phrases are general ones of each language, not those of single pages. Words that may also be part of a
/// portal's terms of use are left out. Names of products count if they are names of nothing else.
struct Wording {
    /// What a phrase says of the page.
    enum Kind {
        case blockTitle, signInTitle
        case gateway, signInDue, payment, portal, blockPage, parkedDomain
    }

    /// The words of titles, of which a single one is enough.
    static let ofTitles = Wording([(.blockTitle, blockTitles), (.signInTitle, signInTitles)])

    static let ofTexts = Wording([
        (.gateway, gateways), (.signInDue, signIns), (.payment, payments), (.portal, portals), (.blockPage, blockPages),
        (.parkedDomain, parkedDomains),
    ])

    private let phrases: [(kind: Kind, text: String)]
    private let set: TextSet

    private init(_ tables: [(kind: Kind, lines: String)]) {
        phrases = tables.flatMap { kind, lines in
            lines.split(separator: "\n").flatMap { $0.split(separator: ", ") }.map { (kind, String($0)) }
        }
        set = TextSet(phrases.map(\.text))
    }

    /// Finds the phrases that a text contains.
    func found(in text: [UInt8]) -> Found { Found(phrases: set.all(in: text).sorted().map { phrases[$0] }) }

    /// The phrases that a text contains.
    struct Found {
        fileprivate let phrases: [(kind: Kind, text: String)]

        /// The phrase of a kind that comes first in its table; `nil` if the text contains none.
        func first(_ kind: Kind) -> String? { phrases.first { $0.kind == kind }?.text }
    }
}

extension Wording {
    /// Pages of a gateway or proxy that does not reach the server, or has no uplink itself.
    static let gateways = """
        requested url could not be retrieved, unable to load website, unable to determine ip address, unknown host
        dns lookup failed, could not be resolved, name resolution failed, dns server failure
        unable to connect to the remote, connection to the server failed, gateway timeout, gateway time-out
        bad gateway, internet access unavailable, internet access is unavailable, no internet connection
        no internet access, internet connection is down, internet is not available, internet connection unavailable
        not connected to internet, not connected to the internet, wan port is unplugged, wan is disconnected
        modem is offline, no uplink, keine internetverbindung, keine verbindung zum internet
        pas de connexion internet, connexion internet indisponible, sin conexión a internet
        no hay conexión a internet, sem conexão com a internet, nessuna connessione internet
        nessuna connessione a internet, geen internetverbinding, brak połączenia z internetem
        нет подключения к интернет, отсутствует подключение к интернет, internet bağlantısı yok, 无法连接到互联网, 网络未连接
        未连接到互联网, 無法連線到網際網路, インターネットに接続されていません, インターネットに接続できません, 인터넷에 연결되어 있지, 인터넷 연결이 없, connection refused
        connection was refused, connection was reset, connection timed out, no route to host, verbindung verweigert
        verbindung abgelehnt, connexion refusée, conexión rechazada, conexión denegada, conexão recusada
        connessione rifiutata, verbinding geweigerd, odmowa połączenia, spojení odmítnuto, соединение закрыто
        соединение отклонено, в соединении отказано, соединение сброшено, bağlantı reddedildi, 连接被拒绝, 连接超时, 連線被拒
        接続が拒否, 接続を拒否, 연결이 거부, 연결을 거부
        """

    /// Text on pages of parked domains, and of hosts that their provider has suspended.
    static let parkedDomains = """
        website has been suspended, site has been suspended, website is suspended, site is suspended, website suspended
        hosting account has been, hosting account is, contact your hosting provider, contact your web host, site suspendu
        contactez votre hébergeur, wenden sie sich an ihren hoster, sitio suspendido, contacte a su proveedor de hosting
        sito sospeso, contatta il tuo provider di hosting, обратитесь к хостинг-провайдеру, сайт приостановлен
        domain is for sale, domain may be for sale, domain name is for sale, buy this domain, make an offer on this domain
        domain is parked, domain has been parked, parked domain, parked free, domain parking, domain has expired
        domain name has expired, domain ist zu verkaufen, domain steht zum verkauf, domaine est à vendre
        dominio está en venta, dominio in vendita, domínio está à venda, домен продается, домен продаётся, домен припаркован
        域名出售, 域名正在出售, 此域名, 本域名, このドメインは, 도메인 판매
        """
}
