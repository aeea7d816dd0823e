"""People, cities and no trips yet as JSON:API over Flask-Restless-NG: jsonapi.py PORT SEED FOLDER."""

import datetime
import json
import os
import sys

import flask
import sqlalchemy
import waitress
from flask_restless import APIManager
from sqlalchemy.orm import backref, declarative_base, relationship, scoped_session, sessionmaker

PORT, SEED, FOLDER = int(sys.argv[1]), sys.argv[2], sys.argv[3]
Base = declarative_base()


class City(Base):
    __tablename__ = "city"
    id = sqlalchemy.Column(sqlalchemy.Integer, primary_key=True)
    name = sqlalchemy.Column(sqlalchemy.Unicode, unique=True, nullable=False)


class Person(Base):
    __tablename__ = "people"
    id = sqlalchemy.Column(sqlalchemy.Integer, primary_key=True)
    name = sqlalchemy.Column(sqlalchemy.Unicode, unique=True, nullable=False)
    age = sqlalchemy.Column(sqlalchemy.Integer)
    nick = sqlalchemy.Column(sqlalchemy.Unicode)
    code = sqlalchemy.Column(sqlalchemy.Unicode)
    rating = sqlalchemy.Column(sqlalchemy.Float)
    born = sqlalchemy.Column(sqlalchemy.DateTime)
    vip = sqlalchemy.Column(sqlalchemy.Boolean, nullable=False, default=False)
    city_id = sqlalchemy.Column(sqlalchemy.Integer, sqlalchemy.ForeignKey("city.id"))
    city = relationship(City, backref=backref("people"))


class Lodging(Base):
    __tablename__ = "lodgings"
    id = sqlalchemy.Column(sqlalchemy.Unicode, primary_key=True)
    name = sqlalchemy.Column(sqlalchemy.Unicode, nullable=False)
    stars = sqlalchemy.Column(sqlalchemy.Integer)
    address = sqlalchemy.Column(sqlalchemy.JSON, nullable=False)


class Traveler(Base):
    __tablename__ = "travelers"
    id = sqlalchemy.Column(sqlalchemy.Integer, primary_key=True)
    name = sqlalchemy.Column(sqlalchemy.Unicode, nullable=False)
    email = sqlalchemy.Column(sqlalchemy.Unicode, nullable=False)


class Trip(Base):
    __tablename__ = "trips"
    id = sqlalchemy.Column(sqlalchemy.Unicode, primary_key=True)
    destination = sqlalchemy.Column(sqlalchemy.Unicode, nullable=False)
    country = sqlalchemy.Column(sqlalchemy.Unicode, nullable=False)
    startDate = sqlalchemy.Column(sqlalchemy.DateTime, nullable=False)
    endDate = sqlalchemy.Column(sqlalchemy.DateTime, nullable=False)
    price = sqlalchemy.Column(sqlalchemy.Float, nullable=False)
    isBooked = sqlalchemy.Column(sqlalchemy.Boolean, nullable=False)
    rating = sqlalchemy.Column(sqlalchemy.Integer)
    notes = sqlalchemy.Column(sqlalchemy.Unicode)
    tags = sqlalchemy.Column(sqlalchemy.JSON, nullable=False)
    lodging_id = sqlalchemy.Column(sqlalchemy.Unicode, sqlalchemy.ForeignKey("lodgings.id"))
    traveler_id = sqlalchemy.Column(sqlalchemy.Integer, sqlalchemy.ForeignKey("travelers.id"))
    lodging = relationship(Lodging, backref=backref("trips"))
    traveler = relationship(Traveler, backref=backref("trips"))


class Activity(Base):
    __tablename__ = "activities"
    id = sqlalchemy.Column(sqlalchemy.Integer, primary_key=True)
    title = sqlalchemy.Column(sqlalchemy.Unicode, nullable=False)
    kind = sqlalchemy.Column(sqlalchemy.Unicode, nullable=False)
    price = sqlalchemy.Column(sqlalchemy.Float, nullable=False)
    minutes = sqlalchemy.Column(sqlalchemy.Integer, nullable=False)
    trip_id = sqlalchemy.Column(sqlalchemy.Unicode, sqlalchemy.ForeignKey("trips.id"))
    trip = relationship(Trip, backref=backref("activities"))


COLLECTIONS = [(Person, "people"), (City, "city")] + [
    (model, model.__tablename__) for model in [Trip, Lodging, Activity, Traveler]
]


def seed(session):
    with open(SEED, encoding="utf-8") as file:
        rows = json.load(file)
    session.add_all(City(**row) for row in rows["cities"])
    for row in rows["people"]:
        born = row.pop("born")
        rating = row.pop("rating")
        row["city_id"] = row.pop("city")
        session.add(
            Person(
                **row,
                rating=None if rating is None else float(rating),
                born=None if born is None else datetime.datetime.fromisoformat(born[:-1]),
            )
        )
    session.commit()


def main():
    database = os.path.join(FOLDER, "jsonapi.sqlite")
    engine = sqlalchemy.create_engine(f"sqlite:///{database}", connect_args={"timeout": 20})
    Base.metadata.create_all(engine)
    session = scoped_session(sessionmaker(bind=engine))
    seed(session)
    app = flask.Flask(__name__)
    app.teardown_appcontext(lambda _: session.remove())
    with app.app_context():
        manager = APIManager(app, session=session)
        for model, name in COLLECTIONS:
            manager.create_api(
                model,
                collection_name=name,
                methods=["GET", "POST", "PATCH", "DELETE"],
                page_size=5,
                max_page_size=100,
                allow_client_generated_ids=True,
                allow_to_many_replacement=True,
            )
    waitress.serve(app, host="127.0.0.1", port=PORT, threads=8)


main()
