#!/usr/bin/env python3
"""Deterministic trips for the benchmarks: make_trips.py COUNT FILE.json

About 345 bytes a record, one record a line; the same bytes for the same count. Dates, nested objects,
arrays, nulls, missing keys and non-ASCII text occur as they do in real exports.
"""
import json
import random
import sys
import uuid
from datetime import datetime, timedelta

PLACES = ["Tromsø", "Lyon", "Genève", "Gdańsk", "Florianópolis", "Akureyri", "Osaka", "札幌", "Umeå", "Nice", "Leeds", "Braga",
          "Boston", "Durban", "Valencia", "Bergen", "Da Nang", "Trois-Rivières", "Bursa", "Πάτρα", "Puebla", "Perth", "Nelson",
          "Mombasa", "Rosario", "Graz", "Brno", "Fès", "San Remo", "Penang", "Turin", "Faro"]
ENDINGS = ["", "", "", " Old Town", " Marina", " West", " Central", " Bay", " Heights", " Market"]
COUNTRIES = (["US"] * 15 + ["FR"] * 12 + ["ES"] * 11 + ["IT"] * 10 + ["DE"] * 9 + ["GB"] * 8 + ["BR"] * 6 + ["JP"] * 5 +
             ["PT"] * 4 + ["NO"] * 3 + ["CH"] * 3 + ["PL"] * 3 + ["GR"] * 3 + ["AU"] * 2 + ["NZ"] * 2 + ["ZA", "KE", "VN", "IS"])
TAGS = ["beach", "family", "city", "hiking", "food", "museum", "ski", "café", "budget", "luxury", "solo", "work"]
NOTES = ["Quiet room wanted.", "Seat \"4F\" by the window.", "Camera\nand tripod in the car.", "Très calme en hiver.",
         "Arrives after midnight.", "Paid in advance; the receipt is with the front desk, ask for it by name.", "海が見える部屋。",
         "No nuts, please."]
HOTELS = ["Hotel Aurora", "Grand Terrace", "The Anchor", "Gasthof Müller", "Casa Verde", "City Inn", "Mill House"]


def main():
    count, path = int(sys.argv[1]), sys.argv[2]
    source = random.Random(11)
    number, pick = source.random, lambda items: items[int(source.random() * len(items))]
    first = datetime(2019, 1, 1)
    minutes = int((datetime(2027, 1, 1) - first).total_seconds()) // 60
    encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
    with open(path, "w", encoding="utf-8", newline="\n") as file:
        file.write("[\n")
        for index in range(count):
            start = first + timedelta(minutes=int(number() * minutes))
            nights = 1 + int(number() * 21)
            record = {
                "id": str(uuid.UUID(int=source.getrandbits(128), version=4)),
                "destination": pick(PLACES) + pick(ENDINGS), "country": pick(COUNTRIES),
                "startDate": start.strftime("%Y-%m-%dT%H:%M:%SZ"),
                "endDate": (start + timedelta(days=nights)).strftime("%Y-%m-%dT%H:%M:%SZ"),
                "price": round(80 + 8920 * number() ** 3, 2), "rating": 1 + int(number() * 5), "booked": number() < 0.6}
            kind = number()
            if kind < 0.75:
                record["notes"] = pick(NOTES) if kind < 0.5 else None
            record["tags"] = [pick(TAGS) for _ in range(int(number() * 5))]
            record["lodging"] = (None if number() < 0.1 else
                                 {"name": pick(HOTELS), "stars": 1 + int(number() * 5), "nights": nights})
            record["travelerId"] = "T%06d" % int(number() * max(1, count // 20))
            record["activityIds"] = [int(number() * 5000) for _ in range(int(number() * 4))]
            file.write((",\n" if index else "") + encode(record))
        file.write("\n]\n")


main()
