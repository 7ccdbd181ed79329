import ConnectivityCore
import ConnectivitySignIn
import TestSupport
import Testing

@Suite struct PortalFormTests {
    private static let page: HTTPURL = "https://login.hotel.example/a/start?x=1"

    private static func forms(_ html: String) -> PortalForms { PortalForms(Array(html.utf8)) }

    private static func target(_ html: String) -> String {
        let forms = forms(html)
        guard let form = forms.forms.first else { return "no form" }
        do throws(HTTPURL.Fault) {
            return try forms.target(of: form, with: form.buttons.first, on: page).description
        } catch {
            return "fault"
        }
    }

    @Test func `A form is read with all kinds of fields and their values`() {
        let forms = Self.forms(
            """
            <FORM Action='/go?a=1&amp;b=2' METHOD=Post id=f name=n>
            <input type=hidden name=token value="a&lt;b&#x20;c"><input name=user placeholder="Room">
            <input type=PASSWORD name=p required><input type=email name=m><input type=tel name=t>
            <label><input type=checkbox name=ok checked> I accept
            the <b>terms</b></label><input type=radio name=plan value=free checked><input type=radio name=plan value=pay>
            <select name=lang><option value=de>Deutsch<option selected>English</select>
            <textarea name=note>
            <b>x</b></textarea>
            <input type=submit name=go value=Connect><input type=image name=i><button>Later</button>
            <input type=reset><input type=file name=f></form>
            """
        )
        #expect(forms.forms.count == 1 && !forms.isCut)
        let form = forms.forms[0]
        #expect(form.action == "/go?a=1&b=2" && form.method == .post && form.id == "f" && form.name == "n")
        let kinds: [PortalForm.Kind] = [
            .hidden, .text, .password, .email, .tel, .checkbox, .radio, .radio, .select, .textarea, .submit, .submit,
            .submit, .other,
        ]
        expect(form.fields.map(\.kind), kinds)
        let values = ["a<b c", "", "", "", "", "on", "free", "pay", "", "<b>x</b>", "Connect", "", "", ""]
        expect(form.fields.map(\.value), values)
        #expect(form.fields[5].label == "I accept the terms" && form.fields[5].isChecked)
        expect(form.fields[8].options.map(\.value), ["de", "English"])
        #expect(form.fields[2].isRequired && form.buttons.count == 3 && form.fields[11].name.isEmpty)
    }

    @Test(arguments: [
        ("<form>", page.description), ("<form action=''>", page.description),
        ("<form action='go'>", "https://login.hotel.example/a/go"),
        ("<form action='//other.example/x'>", "https://other.example/x"),
        (#"<form action='/\other.example/x'>"#, "https://other.example/x"),
        ("<form action='HTTPS://LOGIN.hotel.example/x'>", "https://login.hotel.example/x"),
        ("<base href='/b/'><form action='go'>", "https://login.hotel.example/b/go"),
        ("<base href='https://other.example/'><form action='go'>", "fault"),
        ("<base href='https://login.hotel.example:8443/'><form action='go'>", "fault"),
        ("<base href='https://other.example/'><form>", page.description),
        ("<form action='javascript:alert(1)'>", "fault"), ("<form action='data:text/html,x'>", "fault"),
        ("<form action='https://a@login.hotel.example/'>", "fault"), ("<form action='http://127.1/'>", "fault"),
        ("<form action='/a'><button formaction='//other.example/'>", "https://other.example/"),
        ("<form action='//outer.example/'><form action='/inner'>", "https://outer.example/"),
        ("<!--<form action=/a>--><form action=/b>", "https://login.hotel.example/b"),
        ("<script>'<form action=/a>'</script><form action=/b>", "https://login.hotel.example/b"),
        ("<textarea><form action=/a></textarea><form action=/b>", "https://login.hotel.example/b"),
        ("<title><form action=/a></title><form action=/b>", "https://login.hotel.example/b"),
    ])
    func `The target of a form is what a browser without scripts would use`(html: String, expected: String) {
        expect(Self.target(html), expected)
    }

    @Test func `A field belongs to the form that its attribute names`() {
        let forms = Self.forms(
            "<form id=a action=/a></form><form id=b action=/b><input name=x form=a><input name=y></form><input name=z form=q>"
        )
        expect(forms.forms.map { $0.fields.map(\.name) }, [["x"], ["y"]])
        expect(forms.looseFieldCount, 1)
    }

    @Test func `The text next to a checkbox is its label, however it is written`() {
        for html in [
            "<label>I agree <input type=checkbox name=a></label>",
            "<label for=x>I agree</label><input type=checkbox id=x>",
            "<input type=checkbox id=x><label for=x>I agree</label>", "<p><input type=checkbox> I <i>agree</i></p>",
        ] {
            expect(
                Self.forms("<form>\(html)<input type=submit></form>").forms[0].fields[0].label,
                "I agree",
                "\(html)"
            )
        }
    }

    @Test func `An oversized page is truncated in linear time`() {
        let token = String(repeating: "x", count: 17_000)
        for html in [
            "<form><input type=hidden name=t value=\(token)>", "<form><input name=\(token.prefix(300))>",
            "<form>" + String(repeating: "<input name=a>", count: 1_000),
            String(repeating: "<form></form>", count: 100),
            "<form><select>" + String(repeating: "<option>a", count: 10_000),
            "<form>" + String(repeating: "<label>a", count: 3_000),
            "<form>" + String(repeating: "<input type=hidden name=a value=\(token.prefix(9_000))>", count: 10),
        ] {
            #expect(Self.forms(html).isCut, "\(html.prefix(60))")
        }
        for html in ["<", "<form", "<form><input name='", "<form action=\"x", "&#", "<label>", "<option>", "</form>"] {
            let forms = Self.forms(String(repeating: html, count: 30_000))
            #expect(forms.forms.count <= 16, "\(html)")
        }
    }

    @Test func `A page that ends within a value has no field with that value`() {
        expect(Self.forms("<form><input name=a value=\"b").forms[0].fields.map(\.value), [""])
    }

    @Test func `The text of a page holds neither tokens nor scripts nor addresses`() {
        let text = PortalForms.visibleText(
            of: Array(
                "<title>T</title><p>One\n <b>two</b>&amp;<!--x--><script>y</script><input value=z><a href=/q>3</a>".utf8
            )
        )
        expect(text, "T One two & 3")
    }
}
