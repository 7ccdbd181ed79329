import ConnectivityCore
import TestSupport
import Testing

@Suite struct `A WISPr message` {
    private func message(_ text: String) -> WISPrMessage? {
        WISPrMessage(in: Array(text.utf8), base: "http://captive.example/probe")
    }

    private func element(_ name: String, _ value: String) -> WISPrMessage? {
        message("<WISPAccessGatewayParam><Redirect><\(name)>\(value)</\(name)></Redirect></WISPAccessGatewayParam>")
    }

    @Test func `Every element of a WISPr message is read`() {
        var expected = WISPrMessage()
        expected.messageType = 100
        expected.responseCode = 0
        expected.accessProcedure = "1.0"
        expected.versionLow = "1.0"
        expected.versionHigh = "2.0"
        expected.accessLocation = "isocc=zz,network=EXAMPLE"
        expected.locationName = "Hotel <Lobby> & Bar"
        expected.loginURL = "https://gw.example/login?a=1&b=2"
        expected.abortLoginURL = "https://gw.example/abort"
        expected.logoffURL = "https://gw.example/logoff"
        expected.nextURL = "https://gw.example/next"
        expected.statusURL = "https://gw.example/status"
        expected.replyMessage = "Hello"
        expected.delay = 5
        expected.maxSessionTime = 3600
        expected.hasEAPMessage = true
        expect(
            message(
                """
                <html><!-- about WISPAccessGatewayParam -->
                <!--<?xml version="1.0"?>
                <WISPAccessGatewayParam xsi:noNamespaceSchemaLocation="http://www.acmewisp.com/WISPAccessGatewayParam.xsd">
                <Redirect>
                <MessageType>100</MessageType><ResponseCode> 0 </ResponseCode>
                <AccessProcedure>1.0</AccessProcedure><VersionLow>1.0</VersionLow><VersionHigh>2.0</VersionHigh>
                <AccessLocation>CDATA[[isocc=zz,network=EXAMPLE]]</AccessLocation>
                <LocationName><![CDATA[Hotel <Lobby>]]> &amp; Bar</LocationName>
                <LoginURL>https://gw.example/login?a=1&#38;b=2</LoginURL>
                <AbortLoginURL>https://gw.example/abort</AbortLoginURL>
                <LogoffURL>https://gw.example/logoff</LogoffURL>
                <NextURL>https://gw.example/next</NextURL><StatusURL>https://gw.example/status</StatusURL>
                <ReplyMessage>Hello</ReplyMessage><Delay>5</Delay><MaxSessionTime>3600</MaxSessionTime>
                <EAPMsg>AQEABQE=</EAPMsg>
                </Redirect></WISPAccessGatewayParam>
                <Delay>9</Delay> -->
                """
            ),
            expected
        )
    }

    @Test(arguments: [
        "https://a.example/?x=1&amp;y=2", "https://a.example/?x=1&y=2", "https://a.example/?x=1&#38;y=2",
        "https://a.example/?x=1&#x26;y=2", "<![CDATA[https://a.example/?x=1&y=2]]>",
        "<![CDATA[https://a.example/?x=1&amp;y=2]]>", "<![CDATA[https://a.example/?x=1&y=2",
        "<![cdata[ https://a.example/?x=1&y=2 ]]>", "CDATA[[https://a.example/?x=1&y=2]]",
        "CDATA[[https://a.example/?x=1&y=2", "\n  https://a.example/?x=1&y=2\r\n",
        "https://a.example/<![CDATA[?x=1&y]]>=2",
    ])
    func `The URL of a WISPr message is read in every spelling`(value: String) {
        expect(element("LoginURL", value)?.loginURL, "https://a.example/?x=1&y=2")
    }

    @Test(arguments: ["javascript:alert(1)", "https://user@a.example/", "", "<![CDATA[]]>", "http://a.example/&#0;x"])
    func `A URL of a WISPr message that cannot be opened is absent`(value: String) {
        expect(element("LoginURL", value)?.loginURL, nil)
        #expect(element("LoginURL", value) != nil)
    }

    @Test func `WISPr element names are read without case, with a prefix and with attributes`() {
        let text = #"<x:wispaccessgatewayparam><y:MESSAGETYPE a="b">100</y:MESSAGETYPE><MessageType>120</MessageType>"#
        expect(message(text)?.messageType, 100)
    }

    @Test(arguments: ["", "a", "-1", "1.5", "99999999999999999999", "1 2"])
    func `An invalid number in a WISPr message is absent`(value: String) {
        expect(element("ResponseCode", value)?.responseCode, nil)
    }

    @Test func `The texts of a WISPr message are limited in length`() throws {
        let name = try #require(element("LocationName", String(repeating: "é", count: 5000))?.locationName)
        expect(name.unicodeScalars.count, WISPrMessage.textLengthMax)
    }

    @Test func `The URL for the result of a WISPr login is read from a message that is pending`() {
        let url = "http://192.0.2.1:3990/logon?username=joe&amp;response=0123"
        let body = "<!--<WISPAccessGatewayParam><Reply><LoginResultsURL>\(url)</LoginResultsURL></Reply>-->"
        expect(
            WISPrReader(Array(body.utf8))?[.loginResultsURL],
            "http://192.0.2.1:3990/logon?username=joe&response=0123"
        )
    }

    @Test func `A mention of the WISPr element name is not a message`() {
        for text in ["", "WISPAccessGatewayParam", "a WISPAccessGatewayParam <b>", "</WISPAccessGatewayParam>"] {
            expect(message(text), nil, "\(text)")
        }
        expect(message("<WISPAccessGatewayParam"), WISPrMessage())
    }

    @Test func `A WISPr response code has a meaning in words`() {
        expect(element("ResponseCode", "50")?.responseMeaning, "the login succeeded")
        expect(element("ResponseCode", "7")?.responseMeaning, nil)
    }

    @Test func `The fault of a WISPr login URL is kept in the verdict`() {
        let url = "https://a.example/" + String(repeating: "a", count: HTTPURL.byteCountMax)
        for (reference, fault) in [("javascript:0", HTTPURL.Fault.scheme("javascript")), (url, .tooLong)] {
            let body = "<WISPAccessGatewayParam><LoginURL>\(reference)</LoginURL></WISPAccessGatewayParam>"
            let verdict = PortalSignals().validate(.answer(200, body))
            expect(verdict.reason, .wispr(messageType: ""))
            expect(verdict.portal?.signInURL, nil)
            expect(verdict.portal?.signInURLFault, fault)
        }
    }

    @Test(arguments: [100, 110, 120, 121, 130, 140, 150])
    func `A WISPr message of any type means a portal`(type: Int) {
        for code in [0, 50, 100, 102, 105, 200, 201, 254, 255] {
            let body = "<WISPAccessGatewayParam><A><MessageType>\(type)</MessageType><ResponseCode>\(code)"
            let verdict = PortalSignals().validate(.answer(200, body))
            expect(verdict.reason, .wispr(messageType: "\(type)"))
            expect(verdict.portal?.wispr?.responseCode, code)
        }
    }
}
