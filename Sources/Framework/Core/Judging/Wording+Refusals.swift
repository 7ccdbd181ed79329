// The wording of filters. General ones of each language; names of products count if they are names of filters only.

extension Wording {
    /// Titles of block pages; in a title a single word is enough.
    ///
    /// A stop page is what police and providers call the page that replaces a blocked one (INTERPOL, "Access blocking").
    static let blockTitles = """
        blocked, denied, forbidden, restricted, prohibited, not allowed, content filter, internet positif
        internet sehat, gesperrt, blockiert, verweigert, verboten, bloqué, refusé, interdit, bloqueado, bloqueada
        denegado, prohibido, restringido, negado, proibido, bloccato, bloccata, negato, vietato, oscurato, geblokkeerd
        geweigerd, zablokowan, zabronion, odmowa, zablokován, zakázán, odepřen, blokovan, megtagadva, letiltva, blocat
        interzis, blockerad, nekad, blokeret, nægtet, blokkert, nektet, estetty, заблокирован, запрещен, запрещён
        ограничен, закрыт, заборонено, обмежено, заблоковано, забранен, απαγορε, αποκλεισ, engellen, yasak, محجوب, حجب
        محظور, حظر, ممنوع, مرفوض, مسدود, فیلتر, חסום, חסומה, נחסם, נחסמה, נדחתה, diblokir, ditolak, disekat, ถูกระงับ
        ปิดกั้น, bị chặn, từ chối, 拒绝, 禁止, 屏蔽, 拦截, 阻止, 封锁, 受限, 拒絕, 封鎖, 攔截, 拒否, ブロック, 遮断, 制限, 차단, 거부, 제한, not permitted
        banned, censored, filtered, web filter, webfilter, url filter, filter violation, policy violation, stop page
        age verification, age restriction, age-restricted, over 18, adults only, unsafe site, harmful site
        illegal site, illegal website, unavailable for legal, malware, phishing, threat detected, unzulässig
        untersagt, nicht erlaubt, nicht gestattet, jugendschutz, netzsperre, filtrage, non autorisé, no permitido
        no autorizado, filtrado, não permitido, não autorizado, non consentito, non autorizzato, niet toegestaan
        verboden, afgeschermd, niedozwolon, nepovolen, zablokovan, zakázan, tiltott, tiltva, restricționat, otillåt
        spärra, spærret, sperret, ikke tillatt, ikke tilladt, kielletty, zabranjen, blokiran, blokirana, onemogočen
        užblokuot, uždraust, draudžiam, bloķēt, aizliegt, keelatud, забрањен, блокиран, не дозволен, бұғатталған
        тыйым салын, ограничаван, επιτρεπτή, δεν επιτρέπ, απαγορευ, erişime kapat, kapatılmış, غير مسموح, مقيد
        مجاز نمی, غیرمجاز, אסור, לא מורשה, terlarang, dilarang, diblok, dihalang, ไม่อนุญาต, ห้ามเข้า, bị cấm
        không được phép, प्रतिबंधित, अवरुद्ध, নিষিদ্ধ, বন্ধ করা, 违规, 违法, 过滤, 已被屏, 不允许, 禁用, 違規, 違法, 過濾, 不允許, 規制
        フィルタリング, 許可されて, 禁じ, 불법, 유해, 금지, over-18, block page, blockpage, blocking page, block notification
        block message
        """

    /// Text on block pages.
    static let blockPages = """
        has been blocked, been blocked by, is blocked, was blocked, are blocked, blocked by, blocked because
        blocked url, site blocked, page blocked, website blocked, content blocked, access blocked, access denied
        access is denied, access forbidden, access restricted, request forbidden, banned site, banned url
        is not accessible in, content that is prohibited, prohibited by law, court order, not allowed to access
        content filter, web filter, web filtering, url filter, parental control, content control, age-restricted
        policy violation, acceptable use policy violation, zugriff verweigert, zugriff blockiert, zugriff gesperrt
        wurde gesperrt, wurde blockiert, seite gesperrt, jugendschutzfilter, accès refusé, accès bloqué
        accès interdit, a été bloqué, site bloqué, contrôle parental, acceso denegado, acceso bloqueado
        acceso restringido, ha sido bloquead, sitio bloqueado, página bloqueada, control parental, acesso negado
        acesso bloqueado, foi bloquead, site bloqueado, controle parental, accesso negato, accesso bloccato
        stato bloccato, sito bloccato, pagina bloccata, accesso inibito, sito oscurato, toegang geweigerd
        toegang geblokkeerd, is geblokkeerd, dostęp zabroniony, dostęp zablokowany, odmowa dostępu
        została zablokowana, přístup odepřen, přístup zamítnut, přístup zakázán, byla zablokována, prístup zamietnutý
        hozzáférés megtagadva, acces interzis, acces blocat, acces refuzat, åtkomst nekad, är blockerad, adgang nægtet
        er blokeret, er blokkert, pääsy estetty, доступ запрещ, доступ ограничен, доступ закрыт, заблокирован
        доступ к ресурсу, доступ к сайту, доступ к запрашиваемому, доступ к информационному, ограничен на основании
        доступ заборонено, доступ обмежено, заблоковано, достъпът е забранен, η πρόσβαση έχει, άρνηση πρόσβασης
        erişim engel, erişime engel, engellenmiştir, محجوب, تم حجب, تم حظر, محظور, الوصول مرفوض, مسدود, فیلترینگ
        הגישה נדחתה, הגישה נחסמה, נחסם, חסומה, diblokir, akses ditolak, internet positif, trustpositif, telah disekat
        ถูกระงับ, ถูกปิดกั้น, bị chặn, truy cập bị từ chối, अवरुद्ध, 访问被拒绝, 拒绝访问, 禁止访问, 被屏蔽, 被拦截, 被封锁, 被阻止, 访问受限, 拒絕存取
        存取被拒, 禁止存取, 已被封鎖, アクセスは拒否, アクセスが拒否, アクセス拒否, ブロックされ, アクセスが制限, 접속이 차단, 차단되었, 차단된, 접근이 제한, 유해사이트, pi-hole
        adguard, opendns, cisco umbrella, nextdns, cleanbrowsing, fortiguard, e2guardian, dansguardian, squidguard
        ufdbguard, websense, forcepoint, zscaler, smoothwall, securly, goguardian, netnanny, kaspersky safe
        been restricted, is restricted by, been prohibited, been banned, is banned, is not allowed on
        not allowed to view, not permitted to access, not permitted to view, been filtered, filtering policy
        blocked category, blocked site, blocked website, blocked page, block reason, reason for block, categorized as
        categorised as, url category, web access policy, internet usage policy, internet access policy
        browsing policy, security policy prevents, violates the policy, violates our policy, network administrator has
        competent authority, order of the court, court has ordered, ordered by the court
        site is not available because, this site is unsafe, this site may be harmful, malicious site
        malicious website, phishing site, prove your age, verify your age, age verification, age restriction
        adult content filter, content lock, stop page, netzsperre, seite blockiert, webseite gesperrt
        website gesperrt, a été interdit, est bloqué, est interdit, site interdit, décision de justice, está bloquead
        sitio restringido, sitio prohibido, acceso prohibido, orden judicial, contenido no permitido
        filtro de contenido, filtrado de contenido, acesso proibido, acesso restrito, ordem judicial, decisão judicial
        filtro de conteúdo, è stato bloccat, è bloccat, accesso vietato, sito non accessibile, ordine dell'autorità
        filtro dei contenuti, gerechtelijk bevel, strona zablokowana, treści niedozwolon, filtr treści
        stránka je blokována, stránka byla zablok, oldal letiltva, hozzáférés letiltva, nem engedélyezett, site blocat
        pagină blocată, site-ul este blocat, sidan är blockerad, har blockerats, har spärrats, blockerad av
        siden er blokeret, siden er spærret, at blokere, at spærre, er spærret, ulovligt indhold, siden er sperret
        er sperret, sivusto on estetty, sivu on estetty, on estetty, pristup zabranjen, stranica je blokirana
        pristup je onemogućen, dostop onemogočen, dostop zavrnjen, prieiga užblokuot, prieiga uždraust
        piekļuve liegta, piekļuve bloķēta, ligipääs keelatud, ligipääs on piiratud, приступ забрањен, приступ је
        сайт заблок, страница заблок, ресурс заблок, доступ заблок, доступ к странице, реестр запрещ, запрещённых сайт
        запрещенных сайт, по решению суда, роскомнадзор, контент-фильтр, родительский контроль, блокиран от
        достъпът е огран, сайтът е блок, доступ до сайту, доступ до ресурсу, сайт заблоковано, за рішенням
        қолжетімділік шектел, сайтқа кіру, απαγορευ, μη επιτρεπτή, η σελίδα έχει αποκλ, έχει αποκλειστεί
        δικαστική απόφαση, erişim yasak, erişime kapat, erişimi engel, engellenen site, engellenen sayfa
        mahkeme kararı, الموقع محجوب, الصفحة محجوبة, غير مسموح, حجب الموقع, פתיחת אתר, האתר חסום, situs diblokir
        situs ini diblokir, situs terlarang, situs yang dilarang, konten negatif, konten terlarang, telah dihalang
        telah disekat oleh, ไม่อนุญาตให้, เว็บไซต์นี้ถูก, đã bị chặn, đã bị khóa, प्रतिबंधित, इस साइट को
        निर्देशानुसार, ব্লক করা, নিষিদ্ধ করা, ප්‍රවේශය, தடைசெய்ய, 访问已被, 网站已被, 网页已被, 禁止浏览, 限制访问, 违规网站, 網站已被, 網頁已被, 限制存取
        禁止瀏覽, 阻擋, 法院命令, 閲覧は禁止, 閲覧が制限, 規制され, フィルタリングサービス, 有害サイト, 접속할 수 없는 사이트, 불법사이트, 불법 사이트, 불법·유해, 유해 사이트, 접근이 차단
        접속 차단, contentkeeper, netsweeper, webtitan, smartfilter, iprism, skydns, safedns, dnsfilter, blocksi, linewize
        qustodio, netspark, lightspeed systems, lightspeed system, iboss, k9 web protection, safebrowse
        richterliche anordnung, gerichtliche anordnung, tidak dapat diakses, access has been denied, access was denied
        been denied because, restricted access to, over-18, over 18s, unsuitable for children
        not suitable for children, not suitable for under, administrator gesperrt, administrator blockiert
        ist gesperrt, ist blockiert, gesperrt durch, blockiert durch, gesperrte seite, gesperrte webseite
        nicht zugelassen, stato oscurato, stato inibito, ordine della magistratura, ha sido restringid
        ha sido denegad, fue bloquead, foi restringid, foi negad, a été restreint, a été refusé, est restreint
        is geweigerd, werd geblokkeerd, została odrzucon, jest zablokowan, je zablokovan, le van tiltva, a fost blocat
        este blocat, este restricționat, blev blokeret, ble blokkert, blockerades, был заблокирован
        была заблокирована, заблокирована, внесен в реестр, внесён в реестр, було заблоковано, engellenmiş, engellendi
        قد تم حظر, تم منع, محظورة, telah diblokir, diblok oleh, ถูกบล็อก, đã chặn, अवरोधित, 已被阻止, 已被拦截, 被禁止访问, 已被禁止
        已被過濾, 被過濾, 被过滤, 被管理员, 被管理員, ブロックしました, ブロックされました, 制限されています, 차단됨, 차단하였, 차단했, został zablokowan
        została zablokowan, zostało zablokowan, ograničen pristup, pristup ograničen, je zabranjen, zabranjen pristup
        idari tedbir, 5651 sayılı
        """
}
