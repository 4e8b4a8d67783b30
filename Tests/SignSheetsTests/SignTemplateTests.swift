// Templates: the example says what is built in, and a mistake is told with its line and the nearest key.

import Configuration
import QRCodes
import SignSheets
import TestSupport
import Testing

@Suite struct SignTemplateTests {
    @Test func theExampleHoldsEveryDefault() throws {
        let bytes = try Repository.bytes("Config/signs/template.json")
        #expect(try SignTemplate(bytes, source: "template.json") == SignTemplate())
    }

    /// With each value of the example changed the template differs: no key of it is read past.
    @Test(arguments: [
        ("\"#FFFFFF\"", "\"#FFFFFE\""), ("\"#0B3D6B\"", "\"#0b3d6c\""), ("\"#14181C\"", "\"#000000\""),
        ("\"#555F6B\"", "\"#000000\""), ("sans-serif", "serif"), ("700", "600"), ("0.125", "0.126"), ("0.024", "0.023"),
        ("0.065", "0.06"), ("0.025", "0.02"), ("400", "300"), ("0.04,", "0.05,"), ("0.022", "0.021"),
        ("\"Scan for arrivals\"", "\"\""), ("\"Stop\"", "\"\""), ("\"Platform\"", "\"Gleis\""), ("\"auto\"", "\"beside\""),
        ("\"start\"", "\"centre\""), ("[\"name\", \"qr\"", "[\"qr\", \"name\""), ("36", "37"), ("53", "54"), ("11,", "12,"),
        ("0.5,", "0.4,"), ("\"Q\"", "\"L\""), ("\"logo\": null", "\"logo\": \"a.png\""),
    ])
    func everyKeyIsRead(_ old: String, _ new: String) throws {
        let text = String(decoding: try Repository.bytes("Config/signs/template.json"), as: UTF8.self)
        let changed = text.replacingOccurrences(of: old, with: new)
        #expect(changed != text)
        #expect(try SignTemplate(Array(changed.utf8), source: "t.json") != SignTemplate())
    }

    @Test func aTemplateNeedsOnlyWhatDiffers() throws {
        let template = try SignTemplate(
            Array(#"{"code": {"level": "H"}, "colours": null, "fonts": {"name": {"weight": 900}}}"#.utf8), source: "t.json")
        var expected = SignTemplate()
        expected.code.level = .high
        expected.fonts.name.weight = 900
        #expect(template == expected)
    }

    @Test func everyMistakeIsToldAtOnce() {
        let text = """
            {
              "colors": {},
              "colours": {"panel": "blue", "text": "#12345", "quiet": "#+12345"},
              "fonts": {"name": {"smallest": 0.2}, "call": {"weight": 5, "largest": 0.9}},
              "texts": {"call": 7},
              "layout": {"shape": "sideways", "order": ["qr", "qr", "foot"], "margin": "wide", "qr": 0},
              "code": [],
              "logo": "",
            }
            """
        let error = #expect(throws: ConfigurationError.self) { try SignTemplate(Array(text.utf8), source: "t.json") }
        #expect(
            error?.description == """
                t.json:2: colors: unknown key; did you mean 'colours'?
                t.json:3: colours.panel: 'blue' is no colour; write # and six hex digits
                t.json:3: colours.text: '#12345' is no colour; write # and six hex digits
                t.json:3: colours.quiet: '#+12345' is no colour; write # and six hex digits
                t.json:4: fonts.name: smallest 0.2 is more than largest 0.125
                t.json:4: fonts.call.weight: '5' is no whole number from 100 to 1000
                t.json:4: fonts.call.largest: '0.9' is no number from 0.01 to 0.5
                t.json:5: texts.call: '7' is no text; put it in quotes
                t.json:6: layout.shape: 'sideways' is unknown; known are auto, stacked, beside
                t.json:6: layout.order: has to name each of name, qr, foot once
                t.json:6: layout.margin: 'wide' is no number from 0.01 to 0.2
                t.json:6: layout.qr: '0' is no number from 1.0 to 1000.0
                t.json:7: code: a list is no object; write { … }
                t.json:8: logo: '' is no text; put it in quotes, not blank
                """)
    }
}
