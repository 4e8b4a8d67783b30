"""duckdb_trips.py FEED BASE DATE OUT: the trip link of every boarding, by DuckDB on two threads. It takes every trip as running
on the date, counts a trip's stops with a window, and leaves the rules of the calendar out: less work than ours."""
import datetime, sys, zoneinfo
import duckdb

feed, base, date, out = sys.argv[1:]
noon = datetime.datetime.combine(datetime.date.fromisoformat(date), datetime.time(12), zoneinfo.ZoneInfo('America/Los_Angeles'))
service = f'{noon.timestamp() - 43200:.1f}'
duckdb.sql('SET threads = 2')
duckdb.sql(f"""COPY (
    SELECT trip_id, stop_id, stop_sequence AS gtfs_stop_sequence, place AS stop_sequence, '{service}' AS service_date,
        '{base}/regions/1/stops/' || url_encode('1_' || stop_id) || '/trips?trip_id=' || url_encode('1_' || trip_id)
            || '&service_date={service}&stop_sequence=' || place AS web
    FROM (
        SELECT t.trip_id, stop_id, stop_sequence, pickup_type,
            row_number() OVER (PARTITION BY t.trip_id ORDER BY CAST(stop_sequence AS INTEGER)) - 1 AS place
        FROM read_csv('{feed}/stop_times.txt', header = true, all_varchar = true) s
        JOIN read_csv('{feed}/trips.txt', header = true, all_varchar = true) t ON s.trip_id = t.trip_id
        WHERE NOT (pickup_type = '1' AND drop_off_type = '1')
    ) WHERE pickup_type <> '1'
) TO '{out}' (HEADER, DELIMITER ',')""")
