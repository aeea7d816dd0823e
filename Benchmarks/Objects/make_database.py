#!/usr/bin/env python3
"""A SQLite database of trips for the object benchmarks: make_database.py COUNT FILE.db"""
import os
import sqlite3
import subprocess
import sys
import tempfile
import json

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    count, path = int(sys.argv[1]), sys.argv[2]
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "trips.json")
        subprocess.run([sys.executable, os.path.join(HERE, "..", "make_trips.py"), str(count), source], check=True)
        with open(source, encoding="utf-8") as file:
            records = json.load(file)
    if os.path.exists(path):
        os.remove(path)
    database = sqlite3.connect(path)
    database.executescript("""
      CREATE TABLE traveler(id TEXT PRIMARY KEY, name TEXT NOT NULL);
      CREATE TABLE trip(id INTEGER PRIMARY KEY, code TEXT NOT NULL, destination TEXT NOT NULL, country TEXT NOT NULL,
        start_date TEXT NOT NULL, end_date TEXT NOT NULL, price REAL NOT NULL, rating INTEGER NOT NULL,
        booked INTEGER NOT NULL, notes TEXT, tags TEXT NOT NULL,
        traveler_id TEXT NOT NULL REFERENCES traveler(id));""")
    travelers = sorted({record["travelerId"] for record in records})
    database.executemany("INSERT INTO traveler VALUES (?, ?)", [(key, "Traveler " + key) for key in travelers])
    database.executemany(
        "INSERT INTO trip VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [(number, r["id"], r["destination"], r["country"], r["startDate"], r["endDate"], r["price"], r["rating"], r["booked"],
          r.get("notes"), json.dumps(r["tags"]), r["travelerId"]) for number, r in enumerate(records, 1)])
    database.execute("CREATE INDEX trip_traveler ON trip(traveler_id)")
    database.commit()
    database.close()


main()
