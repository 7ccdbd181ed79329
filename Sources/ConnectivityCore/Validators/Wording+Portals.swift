// The words of portals. What a person can do comes before a refusal, see PageWords.

extension Wording {
    /// What a provider or a portal says of the person's account: not signed in, not paid, or used up.
    ///
    /// Gateways refuse with the words of a filter until this is mended, so these count even with a refusal in the title.
    static let dues = """
        not logged in, not signed in, not authenticated, not yet authenticated, must log in, must login
        need to log in, must sign in, need to sign in, log in to continue, sign in to continue, login to continue
        login required, authentication required, authorization required, authorisation required, session has expired
        session expired, session has ended, session timed out, non-payment, nonpayment, unpaid, overdue
        outstanding balance, insufficient balance, insufficient funds, insufficient credit, negative balance
        zero balance, low balance, run out of credit, out of credit, no credit left, pay your bill, pay your invoice
        pay the bill, payment required, payment is required, settle your account, service is suspended
        service suspended, service has been suspended, account is suspended, account suspended
        account has been suspended, subscription has expired, subscription expired, plan has expired
        package has expired, package expired, quota exceeded, data limit reached, used up your, top up your
        top-up your, recharge your, recharge now, buy a voucher, buy voucher, buy a data, buy data, data bundle
        nicht angemeldet, nicht eingeloggt, bitte melden sie sich an, anmeldung erforderlich, unbezahlt
        guthaben aufladen, kein guthaben, guthaben ist aufgebraucht, nicht bezahlt, offene rechnung, non authentifié
        non connecté, veuillez vous connecter, veuillez vous identifier, veuillez vous authentifier, impayé
        solde insuffisant, crédit insuffisant, crédit épuisé, forfait épuisé, rechargez votre, défaut de paiement
        no ha iniciado sesión, inicie sesión, debe iniciar sesión, debe autenticarse, falta de pago
        saldo insuficiente, saldo pendiente, factura pendiente, recargue su, sin saldo, por pago, deuda pendiente
        não autenticado, não está autenticado, faça login, falta de pagamento, fatura em aberto, sem saldo, recarregue
        inadimplência, pendência financeira, non autenticato, effettua il login, effettuare il login
        credito insufficiente, credito esaurito, mancato pagamento, niet ingelogd, niet aangemeld, onvoldoende saldo
        niezalogowany, zaloguj się, brak środków, nieopłacon, zaległoś, nejste přihlášen, přihlaste se, nezaplacen
        nincs bejelentkezve, jelentkezzen be, neautentificat, autentificați-vă, sold insuficient, neplătit
        inte inloggad, ikke logget ind, ikke logget inn, et ole kirjautunut, не авторизован, не авторизирован
        авторизуйтесь, необходима авторизация, требуется авторизация, пройдите авторизацию, пройти авторизацию
        необходимо авторизоваться, неоплат, не оплач, задолженност, пополните, недостаточно средств
        недостаточно денег, отрицательный баланс, баланс исчерпан, лимит исчерпан, оплатите, закончились деньги
        закончился трафик, внесите оплату, за неуплату, не авторизовані, авторизуйтеся, поповніть, заборгован
        недостатньо коштів, не сте влезли, неплатен, δεν έχετε συνδεθεί, συνδεθείτε, giriş yapın, giriş yapmanız
        oturum açın, bakiyeniz, ödenmemiş, borcunuz, غير مسجل, تسجيل الدخول مطلوب, يرجى تسجيل الدخول, الرصيد غير كاف
        رصيدك, عدم السداد, وارد نشده اید, وارد شوید, شارژ کنید, اعتبار شما, حساب شما, יש להתחבר, לא מחובר, belum login
        silakan login, silahkan login, pulsa anda, kuota habis, kuota anda, belum membayar, tunggakan, sila log masuk
        กรุณาเข้าสู่ระบบ, กรุณาล็อกอิน, ค้างชำระ, chưa đăng nhập, vui lòng đăng nhập, hết tiền, कृपया लॉग इन, 未登录, 未认证
        请登录, 请先登录, 请认证, 请先认证, 重新登录, 需要登录, 需要认证, 欠费, 余额不足, 流量已用, 已到期, 未登入, 請登入, 請先登入, 餘額不足, 欠費, ログインしてください, ログインが必要
        認証が必要, 未払い, 로그인하세요, 로그인이 필요, 로그인해, 인증이 필요, 잔액, 미납, ricarica il tuo, 残高が不足, 请充值, 请缴费, 請儲值, 請繳費, रिचार्ज करें
        datenvolumen verbraucht, datenvolumen ist, войдите в сеть, not registered, register your device
        register this device, register device, unregistered device, registration required, registration is required
        nicht registriert, non enregistré, no registrado, no está registrado, não registrado, non registrato
        не зарегистрирован
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
