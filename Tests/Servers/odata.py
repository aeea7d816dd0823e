"""People and cities as an OData service: odata.py PORT SEED [PAGE-SIZE]. Updates of people need If-Match."""

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


class Provider(csdl.CsdlAbstractEdmProvider):
    def get_schemas(self):
        def entity(name, properties, navigation):
            return csdl.CsdlEntityType(
                name=name,
                key=[csdl.CsdlPropertyRef(name="id")],
                properties=[
                    csdl.CsdlProperty(name=key, type=kind, **facets)
                    for key, (kind, facets) in properties.items()
                ],
                navigation_properties=[navigation],
            )

        city = csdl.CsdlNavigationProperty(
            name="city", type=f"{NAMESPACE}.City", partner="people"
        )
        people = csdl.CsdlNavigationProperty(
            name="people", type=f"{NAMESPACE}.Person", collection=True, partner="city"
        )
        sets = [
            csdl.CsdlEntitySet(
                name="People",
                type=f"{NAMESPACE}.Person",
                navigation_property_bindings=[
                    csdl.CsdlNavigationPropertyBinding(path="city", target="Cities")
                ],
            ),
            csdl.CsdlEntitySet(
                name="Cities",
                type=f"{NAMESPACE}.City",
                navigation_property_bindings=[
                    csdl.CsdlNavigationPropertyBinding(path="people", target="People")
                ],
            ),
        ]
        return [
            csdl.CsdlSchema(
                namespace=NAMESPACE,
                entity_types=[entity("Person", PERSON, city), entity("City", CITY, people)],
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
