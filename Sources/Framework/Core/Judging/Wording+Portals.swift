// The wording of portals. What a person can do comes before a refusal, see PageWords.

extension Wording {
    /// What a portal says of a person who has not signed in, or of a device that is not known.
    ///
    /// Gateways refuse with the wording of a filter until this is fixed, so these count even with a refusal in the title.
    static let signIns = """
        not logged in, not signed in, not authenticated, not yet authenticated, must log in, must login, need to log in
        must sign in, need to sign in, log in to continue, sign in to continue, login to continue, login required
        authentication required, authorization required, authorisation required, session has expired, session expired
        session has ended, session timed out, nicht angemeldet, nicht eingeloggt, bitte melden sie sich an
        anmeldung erforderlich, non authentifié, non connecté, veuillez vous connecter, veuillez vous identifier
        veuillez vous authentifier, no ha iniciado sesión, inicie sesión, debe iniciar sesión, debe autenticarse
        não autenticado, não está autenticado, faça login, non autenticato, effettua il login, effettuare il login
        niet ingelogd, niet aangemeld, niezalogowany, zaloguj się, nejste přihlášen, přihlaste se, nincs bejelentkezve
        jelentkezzen be, neautentificat, autentificați-vă, inte inloggad, ikke logget ind, ikke logget inn
        et ole kirjautunut, не авторизован, не авторизирован, авторизуйтесь, необходима авторизация
        требуется авторизация, пройдите авторизацию, пройти авторизацию, необходимо авторизоваться, не авторизовані
        авторизуйтеся, не сте влезли, δεν έχετε συνδεθεί, συνδεθείτε, giriş yapın, giriş yapmanız, oturum açın, غير مسجل
        تسجيل الدخول مطلوب, يرجى تسجيل الدخول, وارد نشده اید, وارد شوید, יש להתחבר, לא מחובר, belum login, silakan login
        silahkan login, sila log masuk, กรุณาเข้าสู่ระบบ, กรุณาล็อกอิน, chưa đăng nhập, vui lòng đăng nhập, कृपया लॉग इन
        未登录, 未认证, 请登录, 请先登录, 请认证, 请先认证, 重新登录, 需要登录, 需要认证, 未登入, 請登入, 請先登入, ログインしてください, ログインが必要, 認証が必要, 로그인하세요, 로그인이 필요
        로그인해, 인증이 필요, войдите в сеть, not registered, register your device, register this device, register device
        unregistered device, registration required, registration is required, nicht registriert, non enregistré
        no registrado, no está registrado, não registrado, non registrato, не зарегистрирован
        """

    /// What a provider or a portal says of the person's account: not paid, or used up.
    ///
    /// These count as well, and also without a refusal.
    static let payments = """
        non-payment, nonpayment, unpaid, overdue, outstanding balance, insufficient balance, insufficient funds
        insufficient credit, negative balance, zero balance, low balance, run out of credit, out of credit
        no credit left, pay your bill, pay your invoice, pay the bill, payment required, payment is required
        settle your account, service is suspended, service suspended, service has been suspended, account is suspended
        account suspended, account has been suspended, subscription has expired, subscription expired, plan has expired
        package has expired, package expired, quota exceeded, data limit reached, used up your, top up your, top-up your
        recharge your, recharge now, buy a voucher, buy voucher, buy a data, buy data, data bundle, unbezahlt
        guthaben aufladen, kein guthaben, guthaben ist aufgebraucht, nicht bezahlt, offene rechnung, impayé
        solde insuffisant, crédit insuffisant, crédit épuisé, forfait épuisé, rechargez votre, défaut de paiement
        falta de pago, saldo insuficiente, saldo pendiente, factura pendiente, recargue su, sin saldo, por pago
        deuda pendiente, falta de pagamento, fatura em aberto, sem saldo, recarregue, inadimplência
        pendência financeira, credito insufficiente, credito esaurito, mancato pagamento, onvoldoende saldo
        brak środków, nieopłacon, zaległoś, nezaplacen, sold insuficient, neplătit, неоплат, не оплач, задолженност
        пополните, недостаточно средств, недостаточно денег, отрицательный баланс, баланс исчерпан, лимит исчерпан
        оплатите, закончились деньги, закончился трафик, внесите оплату, за неуплату, поповніть, заборгован
        недостатньо коштів, неплатен, bakiyeniz, ödenmemiş, borcunuz, الرصيد غير كاف, رصيدك, عدم السداد, شارژ کنید
        اعتبار شما, حساب شما, pulsa anda, kuota habis, kuota anda, belum membayar, tunggakan, ค้างชำระ, hết tiền, 欠费
        余额不足, 流量已用, 已到期, 餘額不足, 欠費, 未払い, 잔액, 미납, ricarica il tuo, 残高が不足, 请充值, 请缴费, 請儲值, 請繳費, रिचार्ज करें
        datenvolumen verbraucht, datenvolumen ist, your time is up, your time has expired, your time has run out
        time is over, access time has expired, renew your, renew the subscription, please renew, suspended until
        until payment, until paid, until you pay, zeit ist abgelaufen, zeit abgelaufen, verlängern sie ihr
        votre temps est écoulé, temps de connexion écoulé, renouvelez votre, renouveler votre, su tiempo ha terminado
        su tiempo se ha agotado, tiempo agotado, renueve su, renovar su, seu tempo acabou, tempo esgotado, renove seu
        renove sua, tempo è scaduto, tempo scaduto, rinnova il tuo, rinnova la tua, tijd is verstreken, verleng uw
        czas minął, odnów swój, odnów sub, čas vypršel, prodlužte si, lejárt az idő, újítsa meg, timpul a expirat
        reînnoiți, din tid är slut, förnya ditt, din tid er udløbet, forny dit, aikasi on päättynyt, χρόνος σας έληξε
        ανανεώστε, время истекло, время вышло, срок действия истек, продлите, час вийшов, час закінчився, поновіть
        времето изтече, süreniz doldu, aboneliğinizi yenileyin, انتهى وقتك, انتهت مدة, جدد اشتراكك, زمان شما به پایان
        تمدید کنید, הזמן שלך נגמר, חדש את המנוי, waktu anda habis, waktu anda telah habis, perpanjang, tempoh anda tamat
        หมดเวลา, ต่ออายุ, hết thời gian, gia hạn, समय समाप्त, नवीनीकृत करें, 时间已到, 时长已用完, 请续费, 續費, 時間已到, 利用時間が終了
        ご利用時間が終了, 이용 시간이 만료, 이용 시간이 종료
        """

    /// Phrases of pages that give access to a network, before the sign-in and after it.
    static let portals = """
        captive portal, hotspot, hot spot login, free wi-fi, free wifi, guest wi-fi, guest wifi, public wi-fi
        public wifi, wi-fi login, wifi login, community wi-fi, community wifi, wireless network access, guest network
        guest access, network login, network sign in, network sign-in, internet login, web authentication
        network authentication, log in to the network, login to the network, sign in to the network
        log in to the internet, sign in to the internet, connect to the internet, connect to wi-fi, connect to wifi
        connected to wi-fi, connected to wifi, connected to the wi-fi, connected to the wifi, to access the internet
        to get online, use of this network, by connecting to this, you are now connected, you are connected
        successfully authenticated, authentication successful, logged out of the network, choose a network
        choose wifi, choose a wi-fi, choose your network, select a network, select your wi-fi, kostenloses wlan
        kostenloses wi-fi, gratis wlan, gratis-wlan, gäste-wlan, gast-wlan, gästenetz, wlan-zugang, wlan-login
        zum internet, internetzugang freischalten, sie sind jetzt verbunden, sie sind jetzt online
        erfolgreich angemeldet, wifi gratuit, wi-fi gratuit, portail captif, accès wifi, accès wi-fi
        accéder à internet, vous êtes connecté, vous êtes maintenant connecté, wifi gratis, wi-fi gratis
        portal cautivo, acceso wifi, acceso wi-fi, acceder a internet, conectarse a internet, conectarte a internet
        está conectado, ya está conectado, portal cativo, acesso wi-fi, acesso wifi, acessar a internet
        você está conectado, wi-fi grátis, wifi grátis, wi-fi gratuito, wifi gratuito, accesso wifi, accesso wi-fi
        sei connesso, gratis wifi, gratis wi-fi, u bent verbonden, darmowe wi-fi, darmowe wifi, bezplatné wifi
        wifi zdarma, wi-fi zdarma, ingyenes wifi, gratis trådlöst, du är ansluten, du er koblet til, ilmainen wifi
        бесплатный wi-fi, бесплатный wifi, гостевой wi-fi, гостевая сеть, вы подключены, подключиться к интернет
        вы авторизованы, безкоштовний wi-fi, безплатен wi-fi, δωρεάν wi-fi, ücretsiz wi-fi, ücretsiz wifi
        internete bağlan, misafir ağı, واي فاي مجاني, شبكة واي فاي, أنت متصل, هات اسپات, اینترنت رایگان, wi-fi חינם
        אינטרנט אלחוטי, wifi percuma, terhubung ke internet, anda telah login, wi-fi ฟรี, ไวไฟฟรี, wifi miễn phí
        wi-fi miễn phí, मुफ्त वाई-फाई, 上网认证, 网络认证, 认证成功, 认证页面, 无线上网, 免费wifi, 免费上网, 连接网络, 连接互联网, 校园网, 上網認證, 網路認證, 認證成功
        無線上網, 免費wifi, 免費上網, 連接網路, 公衆無線, 無料wi-fi, 無料wifi, インターネットに接続する, インターネットを利用, 接続しました, 무료 와이파이, 무료 wi-fi, 인터넷에 연결
        无线热点, wifi热点, access to the wi-fi, access to the wifi, in das internet, tiếp tục truy cập
        continue to the internet, continue to internet, proceed to the internet, go to the internet, start browsing
        start surfing, weiter ins internet, continuer vers internet, continuar a internet, continuar navegando
        """

    /// Words for signing in; in a title a single word is enough.
    static let signInTitles = """
        login, log in, log-in, logon, log on, sign in, sign-in, signin, welcome, wi-fi, wifi, wlan, authentication
        authorization, authorisation, payment, voucher, anmelden, anmeldung, willkommen, connexion, se connecter
        bienvenue, authentification, iniciar sesión, bienvenid, autenticación, entrar, bem-vindo, autenticação, accedi
        accesso, benvenut, autenticazione, inloggen, welkom, logowanie, witamy, přihlášení, vítejte, bejelentkezés
        üdvözöl, autentificare, bun venit, logga in, välkommen, log ind, logg inn, velkommen, kirjaudu, tervetuloa
        авторизац, добро пожаловать, оплата, ласкаво просимо, σύνδεση, καλώς ήρθατε, giriş, hoş geldiniz, تسجيل الدخول
        مرحبا, ورود, خوش آمدید, כניסה, ברוכים הבאים, selamat datang, log masuk, เข้าสู่ระบบ, ยินดีต้อนรับ, đăng nhập
        chào mừng, लॉग इन, स्वागत, 登录, 登入, 认证, 認證, 欢迎, 歡迎, ログイン, 認証, ようこそ, 로그인, 인증, 환영, terms, guest
        conditions of use, nutzungsbedingungen, conditions d'utilisation, condiciones de uso, termos de uso
        условия использования
        """
}
