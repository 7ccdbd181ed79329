extension Sentences {
    /// Templates for verdicts on a part of a header field or body, on its size, and on values in JSON.
    static let rules = [
        "header-lacks": #"the header {name} is {"actual"}, which does not contain {"text"}"#,
        "header-does-not-match": #"the header {name} is {"actual"}, which does not match {"pattern"}"#,
        "body-begins": #"the body begins with {"text"}"#,
        "body-begins-otherwise": #"the body does not begin with {"text"}"#,
        "size-matches": "the body has {byteCount} bytes, as expected",
        "size-differs":
            "the body has {byteCount} bytes[, but at least {min} are expected][, but at most {max} are expected]",
        "response-late": "the answer took {milliseconds} ms, and must take less than {bound} ms",
        "response-late?of=first-byte":
            "the first byte of the answer came after {milliseconds} ms, and must come before {bound} ms",
        "json-matches": #"the JSON value[ at {"pointer"}] is {actual}, as expected"#,
        "json-differs?comparison=equals": #"the JSON value[ at {"pointer"}] is {actual} instead of {expected}"#,
        "json-differs?comparison=contains":
            #"the JSON value[ at {"pointer"}] is {actual}, which does not contain {expected}"#,
        "json-differs?comparison=number": #"the JSON value[ at {"pointer"}] is {actual}, which is not a number"#,
        "json-differs?comparison=min": #"the JSON value[ at {"pointer"}] is {actual}, less than {expected}"#,
        "json-differs?comparison=max": #"the JSON value[ at {"pointer"}] is {actual}, more than {expected}"#,
        "json-differs?comparison=above": #"the JSON value[ at {"pointer"}] is {actual}, not more than {expected}"#,
        "json-differs?comparison=below": #"the JSON value[ at {"pointer"}] is {actual}, not less than {expected}"#,
        "json-lacks": #"the JSON body has no value at {"pointer"}"#,
        "json-damaged": "the body is damaged JSON: {detail}",
        "not-json": "the body is not JSON",
    ]
}
