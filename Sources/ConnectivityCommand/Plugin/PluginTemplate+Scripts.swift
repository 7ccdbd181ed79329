// The sources of new plugins in the shell and in Python that are no validators.

extension PluginTemplate {
    /// One program of jq reads every line: answers of portals are long.
    private static let shellSignIn = #"""
        #!/bin/sh
        # One program of jq reads every line and writes every answer. The host fills in the secret.
        exec jq --unbuffered -c '
            if .type == "hello" then {id} + @INTRODUCTION@
            elif .type == "sign-in" then
                if .occasion.portal.signInURL == null or .occasion.purpose != "sign-in" then
                    {id, stop: "it only signs in at a sign-in page"}
                else
                    {id, request: {
                        url: .occasion.portal.signInURL, method: "POST",
                        form: [{name: (.options.field // "code"), value: {secret: "voucher"}}]
                    }}
                end
            elif .type == "portal-answer" then
                if .answer.response.status < 400 then {id, outcome: "accepted"}
                else {id, outcome: "refused", reason: "the portal refuses the voucher"} end
            else empty end
        '

        """#

    static func shell(_ kind: Kind) -> String {
        if kind == .signIn { return shellSignIn }
        let cases =
            switch kind {
            case .validator: ""
            case .prober:
                #"""
                    probe)
                        if text=$(head -n 1 -- "$(member .request.question.facts.file)" 2>/dev/null); then
                            answer --arg text "$text" '{authentication: "verified", answer: {kind: "@NAME@", facts: {text: $text}}}'
                        else
                            answer '{failure: "unreachable", detail: "the file cannot be read"}'
                        fi ;;
                    validate)
                        printf '%s\n' "$line" | jq -c '{id} + (.options.text // "up") as $expected
                            | .exchange.answer.facts.text as $text
                            | if $text == null then {verdict: "inconclusive", reason: "there is no text"}
                              elif $text == $expected then {verdict: "genuine", reason: "the text is as expected"}
                              else {verdict: "substituted", reason: "the text is another one"} end' ;;
                """#
            case .notifier:
                #"""
                    notify)
                        if printf '%s %s\n' "$(member .event)" "$(member .assessment.access)" >> "$(member .options.file)"; then
                            answer '{}'
                        else
                            answer '{error: "the file cannot be written"}'
                        fi ;;
                """#
            case .source:
                #"""
                    observe)
                        # More snapshots can follow at any time; the request ends with an answer without "more".
                        ls /sys/class/net | jq -Rc --argjson id "$id" -n '{id: $id, more: true, interfaces: [inputs | {name: .}]}' ;;
                    cancel) answer '{}' ;;
                """#
            case .signIn: ""
            }
        return #"""
            #!/bin/sh
            # Reads one JSON object per line; jq takes it apart and writes the answers.
            member() { printf '%s\n' "$line" | jq -r "$1"; }
            answer() { jq -nc "$@" | jq -c --argjson id "$id" '{id: $id} + .'; }

            while IFS= read -r line; do
                id=$(member .id)
                case $(member .type) in
                    hello) answer '@INTRODUCTION@' ;;
            \#(cases.indented)
                    bye) exit ;;
                esac
            done

            """#
    }

    static func python(_ kind: Kind) -> String {
        let body =
            switch kind {
            case .validator: ""
            case .prober:
                """
                    if request["type"] == "probe":
                        try:
                            with open(request["request"]["question"]["facts"]["file"]) as file:
                                answer = {"kind": "@NAME@", "facts": {"text": file.readline().rstrip("\\n")}}
                                # Nobody on the network writes the file; without this, an answer proves nothing.
                                return {"authentication": "verified", "answer": answer}
                        except (OSError, KeyError, ValueError) as error:
                            return {"failure": "unreachable", "detail": str(error)}
                    if request["type"] == "validate":
                        text = ((request["exchange"]["answer"] or {}).get("facts") or {}).get("text")
                        if text is None:
                            return {"verdict": "inconclusive", "reason": "there is no text"}
                        if text == request["options"].get("text", "up"):
                            return {"verdict": "genuine", "reason": "the text is as expected"}
                        return {"verdict": "substituted", "reason": "the text is another one"}
                """
            case .notifier:
                """
                    if request["type"] == "notify":
                        access = (request["assessment"] or {}).get("access") or "null"
                        try:
                            with open(request["options"]["file"], "a") as file:
                                print(request["event"], access, file=file)
                            return {}
                        except OSError as error:
                            return {"error": str(error)}
                """
            case .source:
                """
                    if request["type"] == "observe":
                        # More snapshots can follow at any time; the request ends with an answer without "more".
                        return {"more": True, "interfaces": [{"name": name} for name in sorted(os.listdir("/sys/class/net"))]}
                    if request["type"] == "cancel":
                        return {}
                """
            case .signIn:
                """
                    if request["type"] == "sign-in":
                        url = request["occasion"]["portal"]["signInURL"]
                        if url is None or request["occasion"]["purpose"] != "sign-in":
                            return {"stop": "it only signs in at a sign-in page"}
                        # The host fills in the secret.
                        field = {"name": request["options"].get("field", "code"), "value": {"secret": "voucher"}}
                        return {"request": {"url": url, "method": "POST", "form": [field]}}
                    if request["type"] == "portal-answer":
                        if request["answer"]["response"]["status"] < 400:
                            return {"outcome": "accepted"}
                        return {"outcome": "refused", "reason": "the portal refuses the voucher"}
                """
            }
        return """
            #!/usr/bin/python3
            import json, os, sys

            INTRODUCTION = json.loads('@INTRODUCTION@')

            def answer(request):
                if request["type"] == "hello":
                    return INTRODUCTION
            \(body)

            for line in sys.stdin:
                request = json.loads(line)
                said = answer(request)
                if said is not None:
                    print(json.dumps({"id": request["id"]} | said), flush=True)

            """
    }

    static func swift(_ kind: Kind) -> String {
        let cases =
            switch kind {
            case .validator: ""
            case .prober:
                #"""
                    case "probe":
                        let question = (request["request"] as? [String: Any])?["question"] as? [String: Any]
                        let file = (question?["facts"] as? [String: Any])?["file"] as? String ?? ""
                        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else {
                            return ["failure": "unreachable", "detail": "the file cannot be read"]
                        }
                        let line = text.prefix { !$0.isNewline }
                        // Nobody on the network writes the file; without this, an answer proves nothing.
                        return ["authentication": "verified", "answer": ["kind": "@NAME@", "facts": ["text": String(line)]]]
                    case "validate":
                        let exchange = request["exchange"] as? [String: Any]
                        let facts = (exchange?["answer"] as? [String: Any])?["facts"] as? [String: Any]
                        guard let text = facts?["text"] as? String else {
                            return ["verdict": "inconclusive", "reason": "there is no text"]
                        }
                        let expected = (request["options"] as? [String: Any])?["text"] as? String ?? "up"
                        return text == expected
                            ? ["verdict": "genuine", "reason": "the text is as expected"]
                            : ["verdict": "substituted", "reason": "the text is another one"]
                """#
            case .notifier:
                #"""
                    case "notify":
                        let access = (request["assessment"] as? [String: Any])?["access"] as? String
                        let file = (request["options"] as? [String: Any])?["file"] as? String ?? ""
                        guard let stream = fopen(file, "a") else { return ["error": "the file cannot be opened"] }
                        fputs("\(request["event"] as? String ?? "") \(access ?? "null")\n", stream)
                        return fclose(stream) == 0 ? [:] : ["error": "the file cannot be written"]
                """#
            case .source:
                #"""
                    case "observe":
                        // More snapshots can follow at any time; the request ends with an answer without "more".
                        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/sys/class/net")) ?? []
                        return ["more": true, "interfaces": names.sorted().map { ["name": $0] }]
                    case "cancel": return [:]
                """#
            case .signIn:
                #"""
                    case "sign-in":
                        let occasion = request["occasion"] as? [String: Any]
                        guard let url = (occasion?["portal"] as? [String: Any])?["signInURL"] as? String,
                            occasion?["purpose"] as? String == "sign-in"
                        else { return ["stop": "it only signs in at a sign-in page"] }
                        // The host fills in the secret.
                        let name = (request["options"] as? [String: Any])?["field"] as? String ?? "code"
                        let field: [String: Any] = ["name": name, "value": ["secret": "voucher"]]
                        return ["request": ["url": url, "method": "POST", "form": [field]] as [String: Any]]
                    case "portal-answer":
                        let response = (request["answer"] as? [String: Any])?["response"] as? [String: Any]
                        guard let status = response?["status"] as? Int, status < 400 else {
                            return ["outcome": "refused", "reason": "the portal refuses the voucher"]
                        }
                        return ["outcome": "accepted"]
                """#
            }
        return ##"""
            import Foundation

            func answer(_ request: [String: Any]) throws -> [String: Any]? {
                switch request["type"] as? String {
                case "hello":
                    let introduction = #"@INTRODUCTION@"#
                    return try JSONSerialization.jsonObject(with: Data(introduction.utf8)) as? [String: Any]
            \##(cases)
                default: return nil
                }
            }

            while let line = readLine() {
                guard let request = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                    var said = try answer(request)
                else { continue }
                said["id"] = request["id"]
                FileHandle.standardOutput.write(try JSONSerialization.data(withJSONObject: said) + Data("\n".utf8))
            }

            """##
    }
}

extension String {
    /// The text with four more spaces before each line.
    fileprivate var indented: String { split(separator: "\n").map { "    \($0)" }.joined(separator: "\n") }
}
