/// Phrases that pages of one kind have in common, in lower case and separated by one space.
///
/// The phrases are general ones of each language, not those of single pages. Words that may also be part of a
/// portal's terms of use are left out. Names of products count if they are names of nothing else.
struct Wording {
    private let phrases: [String]
    private let set: TextSet

    private init(_ lines: String) {
        phrases = lines.split(separator: "\n").flatMap { $0.split(separator: ", ") }.map(String.init)
        set = TextSet(phrases)
    }

    /// Returns the first phrase of the table that a text contains.
    func first(in text: [UInt8]) -> String? { set.first(in: text).map { phrases[$0] } }

    /// Pages of a gateway or proxy that does not reach the server, or has no uplink itself.
    static let ofGateways = Wording(
        """
        requested url could not be retrieved, unable to load website, unable to determine ip address
        unknown host, dns lookup failed, could not be resolved, name resolution failed, dns server failure
        unable to connect to the remote, connection to the server failed, gateway timeout, gateway time-out, bad gateway
        internet access unavailable, internet access is unavailable, no internet connection, no internet access
        internet connection is down, internet is not available, internet connection unavailable, not connected to internet
        not connected to the internet, wan port is unplugged, wan is disconnected, modem is offline, no uplink
        keine internetverbindung, keine verbindung zum internet, pas de connexion internet, connexion internet indisponible
        sin conexión a internet, no hay conexión a internet, sem conexão com a internet, nessuna connessione internet
        nessuna connessione a internet, geen internetverbinding, brak połączenia z internetem, нет подключения к интернет
        отсутствует подключение к интернет, internet bağlantısı yok, 无法连接到互联网, 网络未连接, 未连接到互联网, 無法連線到網際網路
        インターネットに接続されていません, インターネットに接続できません, 인터넷에 연결되어 있지, 인터넷 연결이 없
        """
    )

    /// Titles of block pages; in a title a single word is enough.
    static let ofBlockTitles = Wording(
        """
        blocked, denied, forbidden, restricted, prohibited, not allowed, content filter, internet positif, internet sehat
        gesperrt, blockiert, verweigert, verboten, bloqué, refusé, interdit, bloqueado, bloqueada, denegado, prohibido
        restringido, negado, proibido, bloccato, bloccata, negato, vietato, oscurato, geblokkeerd, geweigerd
        zablokowan, zabronion, odmowa, zablokován, zakázán, odepřen, blokovan, megtagadva, letiltva, blocat, interzis
        blockerad, nekad, blokeret, nægtet, blokkert, nektet, estetty, заблокирован, запрещен, запрещён, ограничен, закрыт
        заборонено, обмежено, заблоковано, забранен, απαγορε, αποκλεισ, engellen, yasak, محجوب, حجب, محظور, حظر, ممنوع, مرفوض
        مسدود, فیلتر, חסום, חסומה, נחסם, נחסמה, נדחתה, diblokir, ditolak, disekat, ถูกระงับ, ปิดกั้น, bị chặn, từ chối
        拒绝, 禁止, 屏蔽, 拦截, 阻止, 封锁, 受限, 拒絕, 封鎖, 攔截, 拒否, ブロック, 遮断, 制限, 차단, 거부, 제한
        """
    )

    /// Text on block pages.
    static let ofBlockPages = Wording(
        """
        has been blocked, been blocked by, is blocked, was blocked, are blocked, blocked by, blocked because, blocked url
        site blocked, page blocked, website blocked, content blocked, access blocked, access denied, access is denied
        access forbidden, access restricted, request forbidden, banned site, banned url, is not accessible in
        content that is prohibited, prohibited by law, court order, not allowed to access, content filter, web filter
        web filtering, url filter, parental control, content control, age-restricted, policy violation, acceptable use policy violation
        zugriff verweigert, zugriff blockiert, zugriff gesperrt, wurde gesperrt, wurde blockiert, seite gesperrt
        jugendschutzfilter, accès refusé, accès bloqué, accès interdit, a été bloqué, site bloqué, contrôle parental
        acceso denegado, acceso bloqueado, acceso restringido, ha sido bloquead, sitio bloqueado, página bloqueada
        control parental, acesso negado, acesso bloqueado, foi bloquead, site bloqueado, controle parental
        accesso negato, accesso bloccato, stato bloccato, sito bloccato, pagina bloccata, accesso inibito, sito oscurato
        toegang geweigerd, toegang geblokkeerd, is geblokkeerd, dostęp zabroniony, dostęp zablokowany, odmowa dostępu
        została zablokowana, přístup odepřen, přístup zamítnut, přístup zakázán, byla zablokována, prístup zamietnutý
        hozzáférés megtagadva, acces interzis, acces blocat, acces refuzat, åtkomst nekad, är blockerad, adgang nægtet
        er blokeret, er blokkert, pääsy estetty, доступ запрещ, доступ ограничен, доступ закрыт, заблокирован
        доступ к ресурсу, доступ к сайту, доступ к запрашиваемому, доступ к информационному, ограничен на основании
        доступ заборонено, доступ обмежено, заблоковано, достъпът е забранен, η πρόσβαση έχει, άρνηση πρόσβασης
        erişim engel, erişime engel, engellenmiştir, محجوب, تم حجب, تم حظر, محظور, الوصول مرفوض, مسدود, فیلترینگ
        הגישה נדחתה, הגישה נחסמה, נחסם, חסומה, diblokir, akses ditolak, internet positif, trustpositif, telah disekat
        ถูกระงับ, ถูกปิดกั้น, bị chặn, truy cập bị từ chối, अवरुद्ध, 访问被拒绝, 拒绝访问, 禁止访问, 被屏蔽, 被拦截, 被封锁, 被阻止, 访问受限
        拒絕存取, 存取被拒, 禁止存取, 已被封鎖, アクセスは拒否, アクセスが拒否, アクセス拒否, ブロックされ, アクセスが制限, 접속이 차단
        차단되었, 차단된, 접근이 제한, 유해사이트
        pi-hole, adguard, opendns, cisco umbrella, nextdns, cleanbrowsing, fortiguard, e2guardian, dansguardian, squidguard
        ufdbguard, websense, forcepoint, zscaler, smoothwall, securly, goguardian, netnanny, kaspersky safe
        """
    )

    /// Text on pages of parked domains.
    static let ofParkedDomains = Wording(
        """
        domain is for sale, domain may be for sale, domain name is for sale, buy this domain, make an offer on this domain
        domain is parked, domain has been parked, parked domain, parked free, domain parking, domain has expired
        domain name has expired, domain ist zu verkaufen, domain steht zum verkauf, domaine est à vendre
        dominio está en venta, dominio in vendita, domínio está à venda, домен продается, домен продаётся, домен припаркован
        域名出售, 域名正在出售, 此域名, 本域名, このドメインは, 도메인 판매
        """
    )
}
