// HTMLPage: an HTML page as a browser reads it, as the list of its attributes and texts. The parser is gumbo, which follows the HTML
// standard (tokenizer and tree, sections 13.2.5 and 13.2.6): character references with and without their semicolon, by the
// different rules of text and attributes, elements whose inside is no markup, comments, CDATA. It knows nothing of links.

internal import CGumbo

/// A piece of a page, with its references decoded.
package struct HTMLPiece: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        /// The value of an attribute, whose name is in small letters.
        case attribute(name: String)
        case text
        /// The inside of an element that holds no markup: a script, a style sheet.
        case code
    }

    package var kind: Kind
    package var text: String
    /// As it stands in the page, an attribute's with its quotes.
    package var source: [UInt8]
    /// Where it begins: 1-based.
    package var line: Int
    fileprivate var offset: Int
}

package enum HTMLPage {
    /// The pieces of a page in the order in which they stand in it. Comments are none.
    /// - Parameter bytes: UTF-8, less than 4 GiB; what is none becomes U+FFFD.
    package static func pieces(of bytes: [UInt8]) -> [HTMLPiece] {
        var pieces: [HTMLPiece] = []
        var blocks = unsafe gumbo_block()
        // SAFETY: the tree points into the page and lives in blocks of the list; nothing of it leaves this closure, at whose end the
        // blocks are freed.
        unsafe PageDepth.limited(bytes).withUnsafeBufferPointer { buffer in
            unsafe buffer.withMemoryRebound(to: CChar.self) { text in
                guard let start = text.baseAddress else { return }
                if let document = unsafe gumbo_document(&blocks, start, text.count) {
                    unsafe pieces = read(document)
                }
                unsafe gumbo_release(&blocks)
            }
        }
        return pieces.sorted { $0.offset < $1.offset }
    }

    /// Without recursion: a page may be as deep as it is long.
    private static func read(_ document: UnsafePointer<GumboNode>) -> [HTMLPiece] {
        var pieces: [HTMLPiece] = []
        var waiting: [(node: UnsafePointer<GumboNode>, isCode: Bool)] = unsafe [(document, false)]
        while let (node, isCode) = unsafe waiting.popLast() {
            // SAFETY: `type` says which member of the union is the node's.
            switch unsafe node.pointee.type {
            case GUMBO_NODE_DOCUMENT: unsafe push(node.pointee.v.document.children, isCode: false, on: &waiting)
            case GUMBO_NODE_ELEMENT, GUMBO_NODE_TEMPLATE:
                let element = unsafe node.pointee.v.element
                if unsafe !isCopy(node.pointee.parse_flags) { unsafe pieces += attributes(of: element) }
                unsafe push(element.children, isCode: codeElements.contains(element.tag.rawValue), on: &waiting)
            case GUMBO_NODE_TEXT, GUMBO_NODE_CDATA: unsafe pieces.append(piece(node.pointee.v.text, isCode ? .code : .text))
            default: break
            }
        }
        return pieces
    }

    /// A formatting element that the parser opened again stands in the page once.
    private static func isCopy(_ flags: GumboParseFlags) -> Bool {
        let copies =
            GUMBO_INSERTION_RECONSTRUCTED_FORMATTING_ELEMENT.rawValue | GUMBO_INSERTION_ADOPTION_AGENCY_CLONED.rawValue
        return flags.rawValue & copies != 0
    }

    private static let codeElements: Set<UInt32> = [
        GUMBO_TAG_SCRIPT.rawValue, GUMBO_TAG_STYLE.rawValue, GUMBO_TAG_XMP.rawValue, GUMBO_TAG_IFRAME.rawValue,
        GUMBO_TAG_NOEMBED.rawValue, GUMBO_TAG_NOFRAMES.rawValue,
    ]

    private static func push(
        _ children: GumboVector, isCode: Bool, on waiting: inout [(node: UnsafePointer<GumboNode>, isCode: Bool)]
    ) {
        var children = unsafe children
        let count = unsafe gumbo_count(&children)
        for at in (0..<count).reversed() {
            // SAFETY: the children of an element are nodes.
            guard let child = unsafe gumbo_at(&children, at) else { continue }
            unsafe waiting.append((child.assumingMemoryBound(to: GumboNode.self), isCode))
        }
    }

    private static func attributes(of element: GumboElement) -> [HTMLPiece] {
        var attributes = unsafe element.attributes
        let count = unsafe gumbo_count(&attributes)
        return (0..<count).compactMap { at in
            // SAFETY: the vector's elements are attributes; name and value end in zero.
            guard let attribute = unsafe gumbo_at(&attributes, at)?.assumingMemoryBound(to: GumboAttribute.self).pointee
            else { return nil }
            return unsafe HTMLPiece(
                kind: .attribute(name: String(cString: attribute.name)), text: String(cString: attribute.value),
                source: copy(of: attribute.original_value), line: Int(attribute.value_start.line),
                offset: Int(attribute.value_start.offset))
        }
    }

    private static func piece(_ text: GumboText, _ kind: HTMLPiece.Kind) -> HTMLPiece {
        // SAFETY: the text ends in zero.
        unsafe HTMLPiece(
            kind: kind, text: String(cString: text.text), source: copy(of: text.original_text), line: Int(text.start_pos.line),
            offset: Int(text.start_pos.offset))
    }

    private static func copy(of piece: GumboStringPiece) -> [UInt8] {
        // SAFETY: the piece lies in the page, which outlives the tree.
        unsafe UnsafeRawBufferPointer(start: piece.data, count: piece.length).map { $0 }
    }
}
