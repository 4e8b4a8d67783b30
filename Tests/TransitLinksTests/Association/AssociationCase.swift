// AssociationCase: a file, an app, a URL and what becomes of it.

import Foundation
import TestSupport
import Testing

@testable import TransitLinks

struct AssociationCase: Sendable, CustomTestStringConvertible {
    static let app = "ABCDE12345.com.example.app"

    var file: String
    var url: String
    var expected: String
    var app = Self.app

    var testDescription: String { "\(url) \(expected): \(file)" }

    func check(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let association = try AppleAppSiteAssociation(decoding: Array(file.utf8))
        let verdict = association.decision(for: url, appID: app).verdict.rawValue
        #expect(verdict == expected, sourceLocation: sourceLocation)
    }

    /// A file of one app with these components.
    static func file(_ components: String, defaults: String = "{}", variables: String = "{}") -> String {
        """
        {"applinks": {"defaults": \(defaults), "substitutionVariables": \(variables),
         "details": [{"appIDs": ["\(app)"], "components": [\(components)]}]}}
        """
    }

    /// One app with one component.
    init(_ component: String, _ path: String, _ expected: String, defaults: String = "{}", variables: String = "{}") {
        file = Self.file(component, defaults: defaults, variables: variables)
        url = "https://example.com" + path
        self.expected = expected
    }

    init(file: String, url: String, expected: String, app: String = Self.app) {
        self.file = file
        self.url = url
        self.expected = expected
        self.app = app
    }
}
