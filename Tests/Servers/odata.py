"""People, cities and empty sets for trips as an OData service: odata.py PORT SEED [PAGE-SIZE].

Updates of people need If-Match.
"""

import datetime
import decimal
import json
import sys

import waitress
from odatapy.data import Entity, ValueType
from odatapy.edm import csdl
from odatapy.server import OData
from odatapy.server.adapters import ODataWSGIApp
from odatapy.server.inmemory import InMemoryDataStore, InMemoryProcessor
from odatapy.server.processor import CustomETagSupport

NAMESPACE = "Larder.Test"
PERSON = {
    "id": ("Edm.Int32", {"nullable": False}),
    "name": ("Edm.String", {"nullable": False, "max_length": 40}),
    "age": ("Edm.Int32", {}),
    "nick": ("Edm.String", {}),
    "code": ("Edm.String", {}),
    "rating": ("Edm.Decimal", {"precision": 10, "scale": 2}),
    "born": ("Edm.DateTimeOffset", {"precision": 3}),
    "vip": ("Edm.Boolean", {"nullable": False}),
}
CITY = {
    "id": ("Edm.Int32", {"nullable": False}),
    "name": ("Edm.String", {"nullable": False, "max_length": 40}),
}
REQUIRED = {"nullable": False}
TEXT, NUMBER = ("Edm.String", REQUIRED), ("Edm.Int32", REQUIRED)
TRIP = {
    "id": TEXT,
    "destination": TEXT,
    "country": TEXT,
    "startDate": ("Edm.DateTimeOffset", REQUIRED),
    "endDate": ("Edm.DateTimeOffset", REQUIRED),
    "price": ("Edm.Double", REQUIRED),
    "isBooked": ("Edm.Boolean", REQUIRED),
    "rating": ("Edm.Int32", {}),
    "notes": ("Edm.String", {}),
    "tags": ("Edm.String", {"collection": True}),
}
LODGING = {
    "id": TEXT,
    "name": TEXT,
    "stars": ("Edm.Int32", {}),
    "address": (f"{NAMESPACE}.Address", REQUIRED),
}
ACTIVITY = {
    "id": NUMBER,
    "title": TEXT,
    "kind": TEXT,
    "price": ("Edm.Double", REQUIRED),
    "minutes": NUMBER,
}
TRAVELER = {"id": NUMBER, "name": TEXT, "email": TEXT}

# An entity set: its type, its properties, and what it leads to: name, type, set, to many, inverse.
SETS = {
    "People": ("Person", PERSON, [("city", "City", "Cities", False, "people")]),
    "Cities": ("City", CITY, [("people", "Person", "People", True, "city")]),
    "Trips": (
        "Trip",
        TRIP,
        [
            ("lodging", "Lodging", "Lodgings", False, "trips"),
            ("traveler", "Traveler", "Travelers", False, "trips"),
            ("activities", "Activity", "Activities", True, "trip"),
        ],
    ),
    "Lodgings": ("Lodging", LODGING, [("trips", "Trip", "Trips", True, "lodging")]),
    "Activities": ("Activity", ACTIVITY, [("trip", "Trip", "Trips", False, "activities")]),
    "Travelers": ("Traveler", TRAVELER, [("trips", "Trip", "Trips", True, "traveler")]),
}


class Provider(csdl.CsdlAbstractEdmProvider):
    def get_schemas(self):
        def properties(declared):
            return [
                csdl.CsdlProperty(name=key, type=kind, **facets)
                for key, (kind, facets) in declared.items()
            ]

        types = [
            csdl.CsdlEntityType(
                name=name,
                key=[csdl.CsdlPropertyRef(name="id")],
                properties=properties(declared),
                navigation_properties=[
                    csdl.CsdlNavigationProperty(
                        name=link, type=f"{NAMESPACE}.{type}", collection=many, partner=inverse
                    )
                    for link, type, _, many, inverse in links
                ],
            )
            for name, declared, links in SETS.values()
        ]
        sets = [
            csdl.CsdlEntitySet(
                name=name,
                type=f"{NAMESPACE}.{type}",
                navigation_property_bindings=[
                    csdl.CsdlNavigationPropertyBinding(path=link, target=target)
                    for link, _, target, _, _ in links
                ],
            )
            for name, (type, _, links) in SETS.items()
        ]
        address = {name: TEXT for name in ["city", "street", "postalCode"]}
        return [
            csdl.CsdlSchema(
                namespace=NAMESPACE,
                entity_types=types,
                complex_types=[
                    csdl.CsdlComplexType(name="Address", properties=properties(address))
                ],
                entity_container=csdl.CsdlEntityContainer(name="Container", entity_sets=sets),
            )
        ]


class ETags(CustomETagSupport):
    def has_etag(self, entity_set):
        return getattr(entity_set, "name", entity_set) == "People"

    def has_media_etag(self, entity_set):
        return False


def value(kind, raw):
    if raw is None:
        return None
    if kind == "Edm.Decimal":
        return decimal.Decimal(raw)
    if kind == "Edm.DateTimeOffset":
        return datetime.datetime.fromisoformat(raw.replace("Z", "+00:00"))
    return raw


def make_entity(properties, row):
    entity = Entity()
    for name, (kind, _) in properties.items():
        entity.set_property(name, value(kind, row.get(name)), ValueType.PRIMITIVE, kind)
    return entity


def main():
    port, seed = int(sys.argv[1]), sys.argv[2]
    page_size = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    with open(seed, encoding="utf-8") as file:
        rows = json.load(file)
    cities = {row["id"]: make_entity(CITY, row) for row in rows["cities"]}
    people = [make_entity(PERSON, row) for row in rows["people"]]
    store = InMemoryDataStore()
    store.set_entities("Cities", list(cities.values()))
    store.set_entities("People", people)
    for name in ["Trips", "Lodgings", "Activities", "Travelers"]:
        store.set_entities(name, [])
    store.declare_key_auto_generating("People", "Cities")
    for row, person in zip(rows["people"], people):
        if row["city"] is not None:
            store.add_relation("People", str(row["id"]), "city", cities[row["city"]])
            store.add_relation("Cities", str(row["city"]), "people", person)
    odata = OData.new_instance()
    handler = odata.create_handler(odata.create_service_metadata(Provider()))
    handler.register(InMemoryProcessor(store, page_size=page_size))
    handler.register(ETags())
    waitress.serve(ODataWSGIApp(handler), host="127.0.0.1", port=port, threads=8)


main()
