"""What the Android app makes of a URL: an independent writing of android.net.Uri, of Intent.parseUri and of the app's own
ExternalDeepLinks, after their documentation and their behaviour in Android 15, on text as Java has it: UTF-16 code units."""

HOSTS = {"onebusaway.co", "www.onebusaway.co", "sidecar.onebusaway.org"}
PACKAGE = "com.joulespersecond.seattlebusbot"
VIEW = "android.intent.action.VIEW"
CATEGORIES = {"android.intent.category.DEFAULT", "android.intent.category.BROWSABLE"}
BROKEN = "\ufffd"


def units(text):
    """Text as a list of UTF-16 code units, each a character of its own."""
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[at] | data[at + 1] << 8) for at in range(0, len(data), 2))


def whole(text):
    """Code units as text; half of a pair is U+FFFD."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def decode(text, plus=False):
    """UriCodec.decode, which doesn't throw: a broken escape costs the character at fault, and leaves the number it had begun."""
    out, pending, at = [], bytearray(), 0

    def flush():
        out.append(pending.decode("utf-8", "replace"))
        pending.clear()

    while at < len(text):
        unit = text[at]
        at += 1
        if unit != "%":
            flush()
            out.append(" " if plus and unit == "+" else unit)
            continue
        value = 0
        for _ in range(2):
            if at == len(text):
                flush()
                out.append(BROKEN)
                return "".join(out)
            digit = "0123456789abcdef".find(text[at].lower()) if text[at].isascii() else -1
            at += 1
            if digit < 0:
                flush()
                out.append(BROKEN)
                break
            value = value * 16 + digit
        pending.append(value)
    flush()
    return "".join(out)


class Uri:
    def __init__(self, text):
        self.text = text
        self.colon = text.find(":")
        self.hash = text.find("#", max(self.colon, 0))
        self.rest = text[self.colon + 1:]

    @property
    def scheme(self):
        return None if self.colon < 0 else self.text[:self.colon]

    @property
    def hierarchical(self):
        return self.colon < 0 or self.rest[:1] == "/"

    def _authority_and_path(self):
        if not self.rest.startswith("//"):
            return None, self.rest
        rest = self.rest[2:]
        end = min((at for at in map(rest.find, "/\\?#") if at >= 0), default=len(rest))
        return rest[:end], rest[end:]

    @property
    def host(self):
        authority, _ = self._authority_and_path()
        if authority is None:
            return None
        head, colon, tail = authority.rpartition(":")
        if colon and all(unit in "0123456789" for unit in tail):
            authority = head
        return decode(authority[authority.rfind("@") + 1:])

    @property
    def segments(self):
        if not self.hierarchical:
            return []
        _, path = self._authority_and_path()
        end = min((at for at in map(path.find, "?#") if at >= 0), default=len(path))
        return [decode(segment) for segment in path[:end].split("/") if segment]

    @property
    def query(self):
        mark = self.text.find("?", max(self.colon, 0))
        if mark < 0 or 0 <= self.hash < mark:
            return None
        return self.text[mark + 1:] if self.hash < 0 else self.text[mark + 1:self.hash]

    def parameter(self, name):
        for item in (self.query or "").split("&") if self.query is not None else []:
            key, _, value = item.partition("=")
            if key == name:
                return decode(value, plus=True)
        return None


def is_blank(text):
    """Kotlin's isBlank."""
    spaces = "\t\n\x0b\x0c\r\x1c\x1d\x1e\x1f \xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200b)))
    return all(unit in spaces for unit in text)


def to_long(text):
    """Kotlin's toLongOrNull."""
    import unicodedata
    sign = text[:1] if text[:1] in ("+", "-") else ""
    digits = [unicodedata.decimal(unit, None) for unit in text[len(sign):]]
    if not digits or None in digits:
        return None
    value = int("".join(map(str, digits))) * (-1 if sign == "-" else 1)
    return value if -2**63 <= value < 2**63 else None


def opens(text):
    """The app's ExternalDeepLinks, of its own data URI."""
    uri = Uri(text)
    scheme = (uri.scheme or "").lower()
    host = None if uri.host is None else uri.host.lower()

    def value(name):
        found = uri.parameter(name) if uri.hierarchical else None
        return None if found is None or is_blank(found) else whole(found)

    if scheme == "onebusaway":
        if host == "view-stop" and value("stopID") is not None:
            return ["view-stop", value("stopID")]
        if host == "add-region" and value("name") is not None and value("oba-url") is not None:
            number = value("region-id")
            umami = [value("umami-url"), value("umami-id")]
            return ["add-region", value("name"), value("oba-url"), None if number is None else to_long(number),
                    value("otp-url"), value("sidecar-url"), *(umami if None not in umami else [None, None])]
    elif scheme == "https" and host in HOSTS:
        segments = uri.segments
        if len(segments) == 5 and segments[0::2] == ["regions", "stops", "trips"] and not is_blank(segments[3]):
            if value("trip_id") is not None:
                return ["trip", None, whole(segments[3]), value("trip_id")]
    return ["closed"]


class BadIntent(Exception):
    pass


NUMBERS = {"b": 8, "s": 16, "i": 32, "l": 64}


def is_extra(kind, value):
    if kind in "SB":
        return True
    if kind == "c":
        return value != ""
    try:
        if kind in "df":
            float(value.rstrip("dDfF") if value not in ("NaN", "Infinity") else "1")
            return value.lower() not in ("nan", "inf", "infinity") or value in ("NaN", "Infinity")
        return -2**(NUMBERS[kind] - 1) <= int(value) < 2**(NUMBERS[kind] - 1) and "_" not in value and value.strip() == value
    except (ValueError, KeyError):
        return False


def is_flags(value):
    """Integer.decode and, for what is beyond it, parseUnsignedInt."""
    sign, digits = (value[:1], value[1:]) if value[:1] in ("+", "-") else ("", value)
    base, figures = 10, digits
    for prefix in ("0x", "0X", "#"):
        if digits.startswith(prefix):
            base, figures = 16, digits[len(prefix):]
    if base == 10 and digits.startswith("0") and len(digits) > 1:
        base, figures = 8, digits[1:]
    if not figures.isalnum() or not figures.isascii():
        return False
    try:
        number = int(figures, base) * (-1 if sign == "-" else 1)
    except ValueError:
        return False
    return -2**31 <= number < 2**31 or value.startswith("0x") and number < 2**32


def parse_intent(text):
    """The fields of Intent.parseUri that matter here, the selector dropped as browsers drop it."""
    at = text.rfind("#")
    if at < 0 or not text.startswith("#Intent;", at):
        raise BadIntent("no #Intent;")
    data = text[:at]
    at += len("#Intent;")
    intent = {"action": VIEW, "categories": [], "type": None, "package": None, "scheme": None}
    selector = False
    while not text.startswith("end", at):
        equals, semicolon = text.find("=", at), text.find(";", at)
        if semicolon < 0:
            raise BadIntent("a field without ;")
        field = text[at:semicolon]
        key, has, value = field.partition("=")
        value = decode(value) if has else ""
        if has and key in ("action", "type", "package", "scheme"):
            if not selector:
                intent[key] = value
        elif has and key == "category":
            if not selector:
                intent["categories"].append(value)
        elif has and key == "launchFlags":
            if not is_flags(value):
                raise BadIntent(key)
        elif has and key in ("identifier", "component", "sourceBounds"):
            pass
        elif field == "SEL":
            selector = True
        elif equals < at + 2 or field[1:2] != "." or not is_extra(field[0], value):
            raise BadIntent(field)
        at = semicolon + 1
    data = data[len("intent:"):]
    return intent, data if intent["scheme"] is None else intent["scheme"] + ":" + data


def outcome(url):
    """What the app does with a link that a browser hands on."""
    text = units(url)
    if text[:7].lower() != "intent:":
        return opens(text)
    try:
        intent, data = parse_intent("intent:" + text[7:])
    except BadIntent:
        return ["closed"]
    fits = intent["action"] == VIEW and intent["type"] is None and set(intent["categories"]) <= CATEGORIES
    return opens(data) if fits and intent["package"] in (None, PACKAGE) else ["closed"]
