import ConnectivityCore

/// The names whose values are always secret, and the shapes that are secret under any name.
///
/// The guide "Recording and replaying" lists them all; a test compares the lists.
package enum SecretNames {
    /// The names of URL parameters, JSON members, form fields, cookies, XML elements and attributes.
    ///
    /// Only letters are compared, without regard to case, and without an `s` at the end. `*` matches any text.
    package static let parameters = [
        "*token", "key", "*apikey", "*secretkey", "auth", "*authorization", "*session", "*sessionid", "sessid", "sid",
        "jsessionid", "phpsessid", "*cookie", "*password", "*passwd", "*passphrase", "*passcode", "pwd", "pass", "pw",
        "psk", "pin", "otp", "*accesscode", "*authcode", "*secret", "*credential", "user", "*username", "userid",
        "login", "*email", "mail", "phone", "*phonenumber", "msisdn", "imei", "imeisv", "imsi", "iccid", "*mac",
        "*macaddress", "*macaddr", "voucher", "*vouchercode", "*ticket", "sig", "*signature", "nonce", "challenge",
        "csrf*", "xsrf*", "jwt", "room*", "seat*", "surname", "lastname", "firstname", "lat", "latitude", "lon", "lng",
        "longitude", "birth*", "dateofbirth", "dob", "passport*", "document", "documentnumber", "reservation*",
        "booking",
        "bookingcode", "bookingnumber", "bookingreference", "pnr", "guestname", "fullname", "familyname", "givenname",
        "onetimecode", "attributevalue", "nameid", "zimmer*", "chambre", "numerodechambre", "habitacion", "kamernummer",
        "nachname", "vorname", "geburtsdatum", "achternaam", "voornaam", "apellido", "prenom", "cognome", "kennwort",
        "*passwort", "motdepasse", "contrasena", "wachtwoord", "senha",
    ]
}

/// A form that identifies a secret in any place, also if it is escaped.
public enum SecretShape: String, Hashable, Sendable, CaseIterable {
    /// A hardware address of 48 or 64 bits, also within an IPv6 address or the name of an interface.
    ///
    /// It is recognized in groups of two digits with colons, hyphens, dots, underscores, spaces, commas or `0x`, in
    /// groups of four or six digits, without separators, and after `enx`, `wlx` or `wwx`. With spaces or commas, one of
    /// the digits must be a letter. An IPv6 address is not recognized as a hardware address.
    case hardwareAddress = "hardware-address"
    /// A run of 14 to 64 digits, such as an IMEI, IMSI or ICCID, and these with hyphens, dots, slashes or spaces between
    /// their usual groups.
    case longNumber = "long-number"
    /// A JSON Web Token, a UUID, or any other long run of letters and digits that looks random.
    case token
    /// The user name and password of a URL.
    case userInfo = "user-info"
    /// An e-mail address.
    case emailAddress = "email-address"
    /// A latitude and a longitude, both with four or more decimal places, and not both below one degree.
    case position
    /// The number after the word for a room or a seat, in some languages.
    case place
}
