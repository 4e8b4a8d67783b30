"""The pages of a site as text: valid HTML, links that lead somewhere, nothing that runs inside a page."""

import concurrent.futures
import pathlib
import re
import subprocess
import urllib.parse

import html5lib

POLICY = "default-src 'none'; style-src 'self'; img-src 'self';"
# The app's, and the fare apps' of the regions that are used here, in small letters.
SCHEMES = {"https", "onebusaway", "co.bytemark.tgt", "fb313213768708402hart"}


# Of WAI-ARIA 1.1, December 2017; tidy's tables are of November 2017.
UNKNOWN_TO_TIDY = '<a> proprietary attribute "aria-current"'


def problems(folder):
    pages = sorted(pathlib.Path(folder).rglob("*.html"))
    for page in pages:
        text = page.read_text()
        for problem in [*parse_errors(text), *structure_errors(page, folder, text)]:
            yield f"{page.relative_to(folder)}: {problem}"
    with concurrent.futures.ThreadPoolExecutor() as pool:
        for found in pool.map(tidy_errors, pages):
            yield from found


def parse_errors(text):
    parser = html5lib.HTMLParser(strict=False, namespaceHTMLElements=False)
    parser.parse(text)
    for position, code, data in parser.errors:
        yield f"line {position[0]}, column {position[1]}: {code} {data or ''}"


def tidy_errors(page):
    """What tidy says of a page; its warnings are errors."""
    # An empty span is a mistake to it, and here a place for the script to fill.
    options = ["-quiet", "-errors", "-utf8", "--drop-empty-elements", "no"]
    run = subprocess.run(["tidy", *options, page], capture_output=True, text=True, check=False)
    lines = [line for line in run.stderr.splitlines() if line.strip() and not line.endswith(UNKNOWN_TO_TIDY)]
    return [f"{page.name}: tidy: {line}" for line in lines]


def structure_errors(page, folder, text):
    tree = html5lib.parse(text, namespaceHTMLElements=False)
    elements = list(tree.iter())
    ids = [element.get("id") for element in elements if element.get("id")]
    for name in {name for name in ids if ids.count(name) > 1}:
        yield f"id '{name}' twice"
    for element in elements:
        if not isinstance(element.tag, str):
            yield "a comment"
            continue
        yield from element_errors(element, ids, page, pathlib.Path(folder))
    for tag, count in {"h1": 1, "main": 1, "title": 1, "footer": 1}.items():
        found = len([element for element in elements if element.tag == tag])
        if found != count:
            yield f"{found} elements {tag}"
    policy = [e.get("content") for e in elements if e.get("http-equiv") == "Content-Security-Policy"]
    if len(policy) != 1 or not policy[0].startswith(POLICY) or "unsafe" in policy[0]:
        yield f"policy {policy}"


def element_errors(element, ids, page, folder):
    for name, value in element.attrib.items():
        if name.startswith("on") or name == "style":
            yield f"{element.tag} has {name}"
        if name in ("aria-labelledby", "for") and value not in ids:
            yield f"{name} names no element: '{value}'"
        if name in ("href", "src"):
            yield from link_errors(element, value, page, folder)
    if element.tag in ("img", "iframe", "object", "embed", "base", "style"):
        yield f"an element {element.tag}"
    if element.tag == "script" and (element.text or "").strip():
        yield "a script inside the page"


def link_errors(element, value, page, folder):
    parts = urllib.parse.urlsplit(value)
    if parts.scheme:
        if parts.scheme not in SCHEMES:
            yield f"link to '{value}'"
        return
    if parts.netloc or value.startswith("/"):
        yield f"not relative: '{value}'"
    elif parts.path:
        target = (page.parent / urllib.parse.unquote(parts.path)).resolve()
        if not target.is_file() or folder.resolve() not in target.parents:
            yield f"{element.tag} leads nowhere: '{value}'"


def canonical_problems(folder, base):
    """Every page names its own place below the site's URL."""
    for page in sorted(pathlib.Path(folder).rglob("*.html")):
        found = re.search(r'<link rel="canonical" href="([^"]*)">', page.read_text())
        path = str(page.relative_to(folder))
        wanted = base + ("" if path == "index.html" else path)
        if not found or found[1] != wanted:
            yield f"{path}: canonical {found and found[1]}"
