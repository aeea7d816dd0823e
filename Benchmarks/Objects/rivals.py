#!/usr/bin/env python3
"""The object benchmark in SQLAlchemy or Django: rivals.py sqlalchemy|django FILE.db

Prints the seconds of: fetching every trip as an object; changing the price of every tenth and saving, in one
transaction. The database is changed.
"""
import json
import sys
import time


def with_sqlalchemy(path):
    from sqlalchemy import ForeignKey, create_engine, select
    from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

    class Base(DeclarativeBase):
        pass

    class Traveler(Base):
        __tablename__ = "traveler"
        id: Mapped[str] = mapped_column(primary_key=True)
        name: Mapped[str]

    class Trip(Base):
        __tablename__ = "trip"
        id: Mapped[int] = mapped_column(primary_key=True)
        code: Mapped[str]
        destination: Mapped[str]
        country: Mapped[str]
        start_date: Mapped[str]
        end_date: Mapped[str]
        price: Mapped[float]
        rating: Mapped[int]
        booked: Mapped[int]
        notes: Mapped[str | None]
        tags: Mapped[str]
        traveler_id: Mapped[str] = mapped_column(ForeignKey("traveler.id"))

    with Session(create_engine("sqlite:///" + path)) as session:
        start = time.perf_counter()
        trips = session.scalars(select(Trip)).all()
        fetched = time.perf_counter()
        for trip in trips[::10]:
            trip.price += 1
        session.commit()
        return len(trips), fetched - start, time.perf_counter() - fetched


def with_django(path):
    import django
    from django.conf import settings

    settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": path}}, INSTALLED_APPS=[])
    django.setup()
    from django.db import models, transaction

    class Traveler(models.Model):
        id = models.TextField(primary_key=True)
        name = models.TextField()

        class Meta:
            app_label, db_table = "trips", "traveler"

    class Trip(models.Model):
        id = models.IntegerField(primary_key=True)
        code, destination, country = models.TextField(), models.TextField(), models.TextField()
        start_date, end_date = models.TextField(), models.TextField()
        price, rating, booked = models.FloatField(), models.IntegerField(), models.IntegerField()
        notes, tags = models.TextField(null=True), models.TextField()
        traveler = models.ForeignKey(Traveler, models.DO_NOTHING)

        class Meta:
            app_label, db_table = "trips", "trip"

    start = time.perf_counter()
    trips = list(Trip.objects.all())
    fetched = time.perf_counter()
    with transaction.atomic():
        for trip in trips[::10]:
            trip.price += 1
            trip.save(update_fields=["price"])
    return len(trips), fetched - start, time.perf_counter() - fetched


count, fetch, change = {"sqlalchemy": with_sqlalchemy, "django": with_django}[sys.argv[1]](sys.argv[2])
print(json.dumps({"count": count, "fetch": fetch, "change": change}))
