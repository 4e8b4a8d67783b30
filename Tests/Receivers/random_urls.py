"""Random URLs: links of every form, made of the pieces that links are made of and of what breaks them, then changed a little."""

IDS = ["1_75403", "a%2Fb", "a/b", "a.b", ".", "%2E", "a%2eb", "%20", "", "é", "%C3%A9", "%C3", "%E2%80", "%FF", "%ED%A0%80", "%zz", "%4z",
       "%", "%4", "a%2", "%+1", "%🚌x", "%é", "a+b", "%2B", "%26", "%3D", "%00", "%0A", "%C2%85", "%E3%80%80", "%EF%BB%BF", "%1C", "x%2Fregions%2F5%2Fstops%2Fy",
       "trips", "stops", "regions", "🚌", "%F0%9F%9A%8C", "a%2520b", "a;b", "a:b", "a@b", "~", "K", "\\", "a\\b", "x.json", "x.y.z"]
REGIONS = ["1", "0", "+1", "-5", "1.0", "1-puget-sound", "", "%31", "%31%30", "007", "1_0", "1__0", "_1", "0d12", "0D7", "0x10", "%201", "%09-3",
           "9223372036854775807", "9223372036854775808", "99999999999999999999", "-9223372036854775809", "１", "1%00", "abc", "%FF", "1%FF",
           "%2B2", "+", "1%2Fx", "1%2E5"]
QUERIES = ["trip_id=1_9", "trip_id=a+b", "trip_id=%20", "trip_id=", "trip_id", "trip%5Fid=7", "trip_id=1&trip_id=2", "trip_id[]=3", "trip_id[a]=4",
           "trip_id[]=1&trip_id[b]=2", "[trip_id]=5", "trip_id]=6", "trip_id[=8", "trip_id[][a]=1&trip_id[][a]=2", "x=1&x[a]=2", "x[a]=1&x[]=2",
           "x[]=1&x=2", "x[a][b]=1&x[a]=2&x[a][c]=3", "a=%zz", "a%zz=1", "a=%", "%=1", "a=%FF", "%FF=1", "&&", "=1", "=", "a=1&=&b", "a=%C3%A9", "é=ü",
           "service_date=1774854000.0", "stop_sequence=4", "destination_stop_id=1_2", "title=a%20b", "trip_id=%4z", "trip_id=x%", "TRIP_ID=1", "a?b=1",
           "trip_id=a=b", "x[][a]=1&x[][b]=2&x[]=3", "x[", "x[]", "x[a", "[]=1", "[]", "[x", "x[]]=1", "x[][]=2", "trip_id=1;x=2", "& a=1", "format=json"]
STOPS = ["stopID=1_75403", "stopID=a+b", "stopID=%20", "stopID=+", "stopID", "stopID=", "stop%49D=1", "stopID=%zz%FF", "stopID=%E3%80%80", "stopID=%1C",
         "stopID=%4", "stopID=1&stopID=2", "regionID=1", "stopid=1", "stopID=%C2%85", "stopID=a=b", "stopID=%C3x%A9", "stopID=é", "x"]
ADDED = ["name=Test", "name=+", "name=%C3%A9", "oba-url=https%3A%2F%2Foba.example.com", "oba-url=h", "oba-url=", "region-id=7", "region-id=%EF%BC%91", "region-id=x",
         "region-id=+3", "region-id=%2B3", "region-id=-", "region-id=99999999999999999999", "otp-url=x", "sidecar-url=%20", "sidecar-url=s", "umami-url=u", "umami-id=i"]
HOSTS = ["onebusaway.co", "ONEBUSAWAY.CO", "www.onebusaway.co", "sidecar.onebusaway.org", "onebusaway%2Eco", "onebusaway.co:443", "onebusaway.co:", "onebusaway.co:x",
         "u@onebusaway.co", "u:p@onebusaway.co:8", "a@b@onebusaway.co", "onebusaway.co\\", "onebusaway.co\\@x", "x\\.onebusaway.co", "elsewhere.example", "", "[::1]", "onebusaway.co.", "%6fnebusaway.co", "onebusaway.co%00"]
ACTIONS = ["view-stop", "VIEW-STOP", "view%2Dstop", "view-stop:80", "u@view-stop", "view-stop\\x", "add-region", "Add-Region", "add%2dregion", "route", "", "view-stop:x", "view-stop%zz"]
SCHEMES = ["https://", "HTTPS://", "http://", "https:/", "https:", "//", "", "ftp://", "httpſ://"]
CUSTOM = ["onebusaway://", "OneBusAway://", "onebusaway:", "onebusaway:/", "other://", "://", "onebus away://", "1onebusaway://"]
FIELDS = ["scheme=onebusaway", "scheme=https", "scheme=", "package=com.joulespersecond.seattlebusbot", "package=com.joulespersecond%2Eseattlebusbot", "package=com.other",
          "package=", "action=android.intent.action.VIEW", "action=x", "category=android.intent.category.BROWSABLE", "category=x", "type=text/plain", "S.browser_fallback_url=https%3A%2F%2Fx",
          "S.x", "i.n=5", "i.n=x", "b.n=200", "c.n=", "d.n=1.5", "d.n=z", "B.n=?", "launchFlags=0x10", "launchFlags=0x90000000", "launchFlags=q", "launchFlags=010", "SEL", "SEL=1", "component=a/b",
          "sourceBounds=1", "identifier=1", "x", "x=1", "", "end", "end=1", "action", "=", "Sx=1", "l.n=-1"]
PIECES = ["/", "//", "\\", "?", "#", "&", "=", "%", "%2F", "%2f", "%31", ".", ":", "@", ";", "+", "é", "🚌", "[", "]", "/trips", "/stops/", ".json", "%00", "..", "#Intent;end"]


def mostly(random, choices, percent=60):
    return choices[0] if random.randrange(100) < percent else random.choice(choices)


def page(random):
    runs = lambda: mostly(random, ["/", "//", "///", "/", "%2F"], 88)
    prefix = mostly(random, ["", "/api/v1", "//api//v1", "/api/v2", "/api", "/foo", "/API/v1", "/v1"], 88)
    path = prefix + runs() + mostly(random, ["regions", "REGIONS", "%72egions", "region", "regions.x"], 95) + runs() + mostly(random, REGIONS, 50)
    path += runs() + mostly(random, ["stops", "Stops", "%73tops", "stop"], 95) + runs() + mostly(random, IDS, 40)
    path += random.choice(["/trips", "/trips", "/trips", "", "", "/", "//", "/trips/", "//trips//", "/trips.json", "/trips.", "/trips.a.b", "/Trips", "/%74rips", "/arrivals", "/trips/x", ".json", ".xml"])
    return mostly(random, SCHEMES, 92) + mostly(random, HOSTS, 70) + path + query(random, QUERIES, "trip_id=1_9")


def query(random, choices, first):
    if random.randrange(100) < 8:
        return ""
    items = ([first] if random.randrange(100) < 70 else []) + random.choices(choices, k=mostly(random, [0, 1, 1, 2, 3], 30))
    random.shuffle(items)
    return "?" + "&".join(items)


def custom(random):
    action = random.choice(ACTIONS) if random.randrange(100) < 30 else random.choice(["view-stop", "add-region"])
    if "dd" in action.lower():
        tail = query(random, ADDED, "name=Test&oba-url=https%3A%2F%2Foba.example.com")
    else:
        tail = query(random, STOPS, "stopID=1_75403")
    return mostly(random, CUSTOM, 80) + action + mostly(random, ["", "/", "/x", "//"], 85) + tail


def intent(random):
    link = custom(random) if random.randrange(2) else page(random)
    scheme, colon, rest = link.partition(":")
    fields = ["scheme=" + (scheme if colon else "onebusaway")] if random.randrange(100) < 85 else []
    fields += ["package=com.joulespersecond.seattlebusbot"] if random.randrange(100) < 60 else []
    fields += random.choices(FIELDS, k=mostly(random, [0, 1, 1, 2, 3], 50))
    if random.randrange(100) < 30:
        random.shuffle(fields)
    end = mostly(random, ["end", "end;", "", ";end", "ending", "END"], 85)
    return mostly(random, ["intent:", "INTENT:", "Intent:"], 90) + rest + mostly(random, ["#Intent;", "#intent;", "#x#Intent;", "#", "#Intent"], 90) + "".join(field + ";" for field in fields) + end


def change(random, url):
    """Takes a character away, doubles one, or puts a piece in."""
    at = random.randrange(len(url) + 1)
    return random.choice([url[:at] + url[at + 1:], url[:at] + url[max(at - 1, 0):], url[:at] + random.choice(PIECES) + url[at:]])


def urls(random, count, forms):
    for _ in range(count):
        url = random.choice(forms)(random)
        if random.randrange(100) < 15:
            url += random.choice(["#", "#x", "#a?b", "#%zz", "#?trip_id=1"])
        for _ in range(mostly(random, [0, 1, 2, 3], 70)):
            url = change(random, url)
        yield url.replace("\0", "")
