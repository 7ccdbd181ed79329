import ConnectivityCore

/// The meaning of the texts of a form, by the words of a language.
///
/// Each row has the words that let an agent act, and the words that stop it.
struct ConsentWords {
    enum Word {
        case part(String)
        case whole(String)

        init(_ text: Substring) {
            let text = text.drop { $0 == " " }
            self = text.hasPrefix("=") ? .whole(String(text.dropFirst())) : .part(String(text))
        }

        func isIn(_ text: String, _ words: Set<Substring>) -> Bool {
            switch self {
            case .part(let part): text.contains(part)
            case .whole(let word): words.contains(word[...])
            }
        }
    }

    let language: String
    let consent, connection, further, harm, free, denial: [Word]

    static let all = EmbeddedTable.rows(of: PackageResources.Consent_tsv, columns: 7).map(ConsentWords.init(row:))

    private init(row: [String]) {
        func words(_ column: Int) -> [Word] { row[column].split(separator: ",").map(Word.init) }
        (language, consent, connection) = (row[0], words(1), words(2))
        (further, harm, free, denial) = (words(3), words(4), words(5), words(6))
    }

    /// Returns whether the label of a box consents, denies nothing, and is about nothing else.
    static func isConsent(_ label: String) -> Bool { isGiven(label, by: \.consent) }

    /// Returns whether the label of a button consents or connects, denies nothing, and is about nothing else.
    static func isConnection(_ label: String) -> Bool {
        isGiven(label, by: \.consent) || isGiven(label, by: \.connection)
    }

    private static func isGiven(_ label: String, by list: KeyPath<ConsentWords, [Word]>) -> Bool {
        let label = label.lowercased()
        let words = Set(label.split { !$0.isLetter })
        let languages = all.filter { row in row[keyPath: list].contains { $0.isIn(label, words) } }
        guard !languages.isEmpty, !languages.contains(where: { row in row.denial.contains { $0.isIn(label, words) } })
        else {
            return false
        }
        // A part with other words, as in "I accept the terms and hear from you", is about something else.
        return clauses(of: label).allSatisfy { clause in
            let words = Set(clause.split { !$0.isLetter })
            return all.contains { row in (row.consent + row.connection + row.free).contains { $0.isIn(clause, words) } }
        }
    }

    /// Words of buttons that show something; in English alone, the word has another meaning after "have".
    private static let showing = words(
        """
        view show display lesen anzeigen ansehen lire voir afficher consulter leer ver mostrar leggere leggi vedi visualizza ler lezen
        bekijk bekijken läs visa læs vis les lue näytä przeczytaj czytaj pokaż přečíst zobrazit olvassa olvasd megtekint прочитать
        показать читати показати 阅读 查看 読む 表示 보기 اقرأ عرض
        """
    )

    /// Returns whether the label of a button is for reading something, and neither consents nor connects by itself.
    static func isShowing(_ label: String) -> Bool {
        let words = label.lowercased().split { !$0.isLetter }
        return words.first == "read" || words.contains(where: showing.contains)
    }

    private static let conjunctions: Set<Substring> = [
        "and", "und", "sowie", "et", "y", "e", "ed", "och", "og", "sekä", "oraz", "és", "и", "а", "та", "і", "й",
    ]

    /// The parts of a label between conjunctions, commas and ends of sentences; one of a single letter is left out.
    private static func clauses(of label: String) -> [String] {
        label.split { ",.;:!?()、，。；：！？".contains($0) }.flatMap { part in
            part.split(separator: " ").split { conjunctions.contains($0) }.map { $0.joined(separator: " ") }
        }.filter { $0.count(where: \.isLetter) > 1 }
    }

    /// The words of all languages that stop an agent: whole ones, and parts by their first two bytes.
    private static let stopping: (whole: Set<Substring>, parts: [UInt16: [[UInt8]]]) = {
        var (whole, parts): (Set<Substring>, [UInt16: [[UInt8]]]) = ([], [:])
        for word in all.flatMap({ $0.further + $0.harm }) {
            switch word {
            case .whole(let word): whole.insert(word[...])
            case .part(let part):
                let bytes = Array(part.utf8)
                parts[UInt16(bytes[0]) << 8 | UInt16(bytes[1]), default: []].append(bytes)
            }
        }
        return (whole, parts)
    }()
    private static let free = all.flatMap(\.free).compactMap { if case .part(let part) = $0 { part } else { nil } }

    /// Returns whether a text is about more than using the network: marketing, money, certificates, deletion, or the end of a session.
    ///
    /// The time is linear in the length of the text.
    static func isOfMore(_ text: String) -> Bool {
        if hasPrice(text) { return true }
        var text = text.lowercased()
        for free in free where text.contains(free) { text = text.replacing(free, with: " ") }
        if !stopping.whole.isDisjoint(with: text.split { !$0.isLetter }) { return true }
        let bytes = Array(text.utf8)
        return bytes.indices.dropLast().contains { index in
            stopping.parts[UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])]?
                .contains { bytes[index...].starts(with: $0) } == true
        }
    }

    // MARK: Prices

    private static let symbols: Set<Character> = ["€", "$", "£", "¥", "￥", "₽", "₩", "₹", "₴", "₺", "₫", "฿"]
    private static let currencies = words(
        """
        eur euro euros usd dollar dollars gbp pound pounds chf franken francs sek nok dkk kr kronor kroner pln zł zl czk kč huf ft
        forint rub руб uah грн cny rmb jpy krw brl reais aud cad nzd inr try aed sar 元 円 원 cents cent
        """
    )
    /// The beginnings of currencies that are inflected.
    private static let stems = words("рубл гривн злот złot koron korun درهم ريال دينار جنيه")

    /// The words of a list, which white space separates.
    static func words(_ text: String) -> Set<Substring> { Set(text.split(whereSeparator: \.isWhitespace)) }

    /// Returns whether a text has a sum of money other than zero; a currency without a sum counts.
    static func hasPrice(_ text: String) -> Bool {
        // Numbers, currencies, and other words, in order.
        var tokens: [Substring] = []
        var rest = text.lowercased()[...]
        while let first = rest.first {
            if symbols.contains(first) {
                tokens.append(rest.prefix(1))
                rest = rest.dropFirst()
            } else if first.isWholeNumber {
                let number = rest.prefix { $0.isWholeNumber || $0 == "." || $0 == "," || $0 == "'" }
                tokens.append(number)
                rest = rest[number.endIndex...]
            } else if first.isLetter {
                let word = rest.prefix { $0.isLetter }
                // "9元每天": no space ends the unit.
                let unit = ["元", "円", "원"].contains(word.prefix(1)) && tokens.last?.first?.isWholeNumber == true
                tokens.append(unit ? word.prefix(1) : word)
                rest = rest[word.endIndex...]
            } else {
                rest = rest.dropFirst()
            }
        }
        func isSum(_ index: Int) -> Bool? {
            guard tokens.indices.contains(index), tokens[index].first?.isWholeNumber == true else { return nil }
            return tokens[index].contains { ($0.wholeNumberValue ?? 0) > 0 }
        }
        return tokens.indices.contains { index in
            let token = tokens[index]
            let isStem = stems.contains { token.unicodeScalars.starts(with: $0.unicodeScalars) }
            guard isStem || currencies.contains(token) || token.first.map(symbols.contains) == true else {
                return false
            }
            let sums = [isSum(index - 1), isSum(index + 1)].compactMap(\.self)
            return sums.isEmpty || sums.contains(true)
        }
    }

    // MARK: Names

    /// Words of names, values and paths that programs write, such as `marketing=yes`, `/buy` or `cmd=logout`.
    private static let names = words(
        """
        marketing newsletter newsletters advert ads advertising promotion promotions promo subscribe subscription optin price amount
        pay payment paid buy purchase order checkout charge bill billing cost fee premium upgrade delete remove logout logoff signout
        signoff disconnect unsubscribe certificate install sell
        """
    )

    /// Returns whether the name, value or path of a field or form is of more than the use of the network.
    static func isNameOfMore(_ name: String) -> Bool {
        let words = words(ofName: name)
        return words.contains { names.contains($0[...]) }
            || ["optin", "newsletter"].contains(where: words.joined().contains)
            || isOfMore(words.joined(separator: " "))
    }

    private static let affirmations = words(
        "yes y true on ja oui si sí sì sim kyllä kylla tak ano igen да так 是 はい 예 نعم"
    )

    /// Returns whether a hidden field says yes to something that is not known to be consent.
    static func isUnknownYes(_ name: String, _ value: String) -> Bool {
        affirmations.contains(value.lowercased()[...]) && !isConnection(words(ofName: name).joined(separator: " "))
    }

    /// The words of a name in lower case: "agreeToPay", "agree_to_pay" and "opt-in" have several.
    static func words(ofName name: String) -> [String] {
        var words: [String] = []
        var last: Character = " "
        for character in name {
            defer { last = character }
            guard character.isLetter else { continue }
            if !last.isLetter || last.isLowercase && character.isUppercase { words.append("") }
            words[words.count - 1] += character.lowercased()
        }
        return words
    }
}
