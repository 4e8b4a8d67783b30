"""segno_codes.py FEED BASE COUNT OUT: the QR codes of the first COUNT stops as SVG, by segno."""
import csv, os, sys
import segno

feed, base, count, out = sys.argv[1:]
os.makedirs(out)
with open(feed + '/stops.txt', newline='') as source:
    for number, row in enumerate(csv.DictReader(source)):
        if number == int(count):
            break
        code = segno.make_qr(f'{base}/regions/1/stops/1_{row["stop_id"]}', error='m', boost_error=False)
        code.save(f'{out}/{row["stop_id"]}.svg', border=4, scale=4)
