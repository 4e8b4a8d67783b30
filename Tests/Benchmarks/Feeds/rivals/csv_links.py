"""csv_links.py FEED BASE OUT: web and app link of every stop, the way a web team's script does it."""
import csv, sys
from urllib.parse import quote

feed, base, out = sys.argv[1:]
with open(feed + '/stops.txt', newline='', encoding='utf-8-sig') as source, open(out, 'w', newline='') as target:
    writer = csv.writer(target)
    writer.writerow(['stop_id', 'oba_id', 'stop_code', 'stop_name', 'stop_lat', 'stop_lon', 'web', 'app'])
    rows = csv.reader(source)
    at = {name: index for index, name in enumerate(next(rows))}
    stop, code, name, lat, lon = (at[n] for n in ('stop_id', 'stop_code', 'stop_name', 'stop_lat', 'stop_lon'))
    for row in rows:
        oba = '1_' + row[stop]
        value = quote(oba, safe=':@-._~')
        writer.writerow([row[stop], oba, row[code], row[name], row[lat], row[lon], f'{base}/regions/1/stops/{value}',
                         f'onebusaway://view-stop?stopID={value}&regionID=1'])
