"""duckdb_links.py FEED BASE OUT: web and app link of every stop, by DuckDB on two threads."""
import sys
import duckdb

feed, base, out = sys.argv[1:]
duckdb.sql('SET threads = 2')
duckdb.sql(f"""COPY (
    SELECT stop_id, '1_' || stop_id AS oba_id, stop_code, stop_name, stop_lat, stop_lon,
        '{base}/regions/1/stops/' || url_encode('1_' || stop_id) AS web,
        'onebusaway://view-stop?stopID=' || url_encode('1_' || stop_id) || '&regionID=1' AS app
    FROM read_csv('{feed}/stops.txt', header = true, all_varchar = true)
) TO '{out}' (HEADER, DELIMITER ',')""")
