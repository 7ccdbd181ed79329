import Foundation

/// The words of a page in one language, invented for this package, and the character set of older pages.
struct PageLanguage: Sendable {
    /// The tag of the language (RFC 5646).
    let tag: String
    let title: String
    /// What a portal asks of a person.
    let invitation: String
    /// What the button of a form says.
    let button: String
    /// What a filter says.
    let refusal: String
    /// The name of the older character set.
    let charset: String
    fileprivate let encoding: String.Encoding

    fileprivate init(
        _ tag: String,
        _ title: String,
        _ invitation: String,
        _ button: String,
        _ refusal: String,
        _ charset: String,
        _ encoding: UInt
    ) {
        (self.tag, self.title, self.invitation) = (tag, title, invitation)
        (self.button, self.refusal, self.charset) = (button, refusal, charset)
        self.encoding = String.Encoding(rawValue: encoding)
    }

    /// Returns a text in the older character set; a character that it lacks becomes a question mark.
    func bytes(of text: String) -> [UInt8] {
        Array(text.data(using: encoding, allowLossyConversion: true) ?? Data(text.utf8))
    }

    /// Returns the language with a tag, or English.
    static func tagged(_ tag: String?) -> PageLanguage { all.first { $0.tag == tag } ?? all[0] }

    /// All languages, English first.
    static let all: [PageLanguage] = [
        PageLanguage(
            "en",
            "Guest network",
            "Please sign in to use the harbour network.",
            "Connect",
            "This page has been blocked by the school.",
            "iso-8859-1",
            5
        ),
        PageLanguage(
            "de",
            "Gästenetz",
            "Bitte melden Sie sich an, um das Hafennetz zu benutzen.",
            "Verbinden",
            "Diese Seite wurde von der Schule gesperrt.",
            "iso-8859-1",
            5
        ),
        PageLanguage(
            "fr",
            "Réseau des invités",
            "Veuillez vous connecter pour utiliser le réseau du port.",
            "Se connecter",
            "Cette page a été bloquée par l’école.",
            "windows-1252",
            12
        ),
        PageLanguage(
            "es",
            "Red de invitados",
            "Inicie sesión para usar la red del puerto.",
            "Conectar",
            "La escuela ha bloqueado esta página.",
            "iso-8859-1",
            5
        ),
        PageLanguage(
            "it",
            "Rete degli ospiti",
            "Effettui l’accesso per usare la rete del porto. È gratuita.",
            "Accedi",
            "La scuola ha bloccato questa pagina. Così è deciso.",
            "windows-1252",
            12
        ),
        PageLanguage(
            "pt",
            "Rede de convidados",
            "Inicie sessão para utilizar a rede do porto. É grátis.",
            "Ligar",
            "A escola bloqueou esta página.",
            "iso-8859-1",
            5
        ),
        PageLanguage(
            "nl",
            "Gastnetwerk",
            "Meld u aan om het netwerk van de haven te gebruiken. Het is privé.",
            "Verbinden",
            "De school heeft deze pagina geblokkeerd. Één vraag? Bel ons.",
            "iso-8859-1",
            5
        ),
        PageLanguage(
            "pl",
            "Sieć dla gości",
            "Zaloguj się, aby korzystać z sieci portu.",
            "Połącz",
            "Szkoła zablokowała tę stronę.",
            "iso-8859-2",
            9
        ),
        PageLanguage(
            "ru",
            "Гостевая сеть",
            "Войдите, чтобы пользоваться сетью порта.",
            "Подключиться",
            "Школа закрыла доступ к этой странице.",
            "windows-1251",
            11
        ),
        PageLanguage(
            "tr",
            "Misafir ağı",
            "Liman ağını kullanmak için giriş yapın.",
            "Bağlan",
            "Okul bu sayfayı engelledi.",
            "windows-1254",
            14
        ),
        PageLanguage(
            "el",
            "Δίκτυο επισκεπτών",
            "Συνδεθείτε για να χρησιμοποιήσετε το δίκτυο του λιμανιού.",
            "Σύνδεση",
            "Το σχολείο απέκλεισε αυτή τη σελίδα.",
            "windows-1253",
            13
        ),
        PageLanguage(
            "ar",
            "شبكة الضيوف",
            "يرجى تسجيل الدخول لاستخدام شبكة الميناء.",
            "اتصال",
            "حجبت المدرسة هذه الصفحة.",
            "windows-1256",
            0x8000_0506
        ),
        PageLanguage(
            "ja",
            "ゲスト用ネットワーク",
            "港のネットワークを使うにはログインしてください。",
            "接続",
            "このページは学校によりブロックされました。",
            "shift_jis",
            8
        ),
        PageLanguage(
            "ko",
            "손님용 네트워크",
            "항구 네트워크를 쓰려면 로그인하세요.",
            "연결",
            "학교가 이 페이지를 차단했습니다.",
            "euc-kr",
            0x8000_0940
        ),
        PageLanguage(
            "zh",
            "访客网络",
            "请登录后使用港口网络。",
            "连接",
            "学校已屏蔽此页面。",
            "gb18030",
            0x8000_0632
        ),
    ]
}
