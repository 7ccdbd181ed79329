/// By name: options of each validator that has required ones, as the members of a JSON object.
///
/// Tests that ask something of every registered validator make it with these.
package let validatorOptions: [String: String] = [
    "validator.contains": #""text": "a\"\\é""#, "validator.equals": #""text": "b""#,
    "validator.status-code": #""expected": [200, 204, "3xx"]"#, "validator.header": #""name": "X", "value": "1""#,
    "validator.starts-with": #""text": "a""#, "validator.size": #""max": 5"#,
    "validator.json": #""pointer": "/a", "equals": null"#,
    "validator.when": #""host": "*.a.example", "family": "ipv4", "validator": "validator.empty""#,
    "validator.challenge": #""field": "X-A", "answer": "X-B", "prefix": """#,
    "validator.time": #""below": 0.8, "of": "first-byte""#,
    "validator.dns-code": #""expected": ["NXDOMAIN", "RCODE77"]"#,
    "validator.dns-records": #""expected": ["192.0.2.80"]"#,
    "validator.matches": #""pattern": "(?i)^a""#,
    "validator.all-of": #""validators": ["validator.portal-signals", "validator.redirect"]"#,
    "validator.any-of": #""validators": [{ "use": "validator.contains", "text": "x" }]"#,
    "validator.from-public-address": #""validator": "validator.no-reply""#,
    "validator.bears": #""signs": ["form", "script"], "validator": "validator.empty""#,
    "validator.placed":
        #""after": "wording", "asked": "after-mismatch-of-whole-answer", "validator": "validator.no-reply""#,
    "validator.testimony": #""witness": "validator.example.pong", "expectation": true"#,
    "validator.pin": #""keys": ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]"#,
    "validator.issuer": #""names": ["O=Example"]"#, "validator.certificate-lasts": #""days": 14"#,
    "validator.landing": #""url": "https://a.example/home""#,
    "validator.digest": #""sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855""#,
    "validator.inverted": #""validator": { "use": "validator.any-of", "validators": ["validator.empty"] }"#,
]
