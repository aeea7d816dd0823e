#!/usr/bin/env python3
"""The model benchmark in SQLAlchemy or Django: rivals.py sqlalchemy|django FILE.db COUNT

Prints the seconds, by the clock and of the processor, of: making so many objects and saving them, in one transaction
and by the fastest way that gives every object its key; fetching them all anew and reading every property. The file must not be there.
"""
import datetime
import json
import sys
import time

EPOCH = datetime.datetime(2001, 1, 1)


def now():
    return time.perf_counter(), time.process_time()


def passed(start, end):
    return [after - before for before, after in zip(start, end)]


def values(number):
    return dict(
        code="T%d" % number, destination="City %d" % (number % 1000), country="C%d" % (number % 40),
        start=EPOCH + datetime.timedelta(hours=number), price=number % 5000 + 0.5, rating=number % 5,
        is_booked=number % 2 == 0, notes="note %d" % number if number % 3 == 0 else None)


def total(trips):
    result = 0.0
    for trip in trips:
        result += (len(trip.code) + len(trip.destination) + len(trip.country) + trip.rating
                   + len(trip.notes or "") + (1 if trip.is_booked else 0))
        result += trip.price + (trip.start - EPOCH).total_seconds()
    return result


def with_sqlalchemy(path, count):
    from sqlalchemy import create_engine, select
    from sqlalchemy.orm import DeclarativeBase, Mapped, Session, mapped_column

    class Base(DeclarativeBase):
        pass

    class Trip(Base):
        __tablename__ = "trip"
        id: Mapped[int] = mapped_column(primary_key=True)
        code: Mapped[str]
        destination: Mapped[str]
        country: Mapped[str]
        start: Mapped[datetime.datetime]
        price: Mapped[float]
        rating: Mapped[int]
        is_booked: Mapped[bool]
        notes: Mapped[str | None]

    start = now()
    engine = create_engine("sqlite:///" + path)
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        session.add_all([Trip(**values(number)) for number in range(count)])
        session.commit()
    created = now()
    with Session(engine) as session:
        trips = session.scalars(select(Trip)).all()
        result = total(trips)
        return len(trips), result, passed(start, created), passed(created, now())


def with_django(path, count):
    import django
    from django.conf import settings

    settings.configure(DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": path}}, INSTALLED_APPS=[], USE_TZ=False)
    django.setup()
    from django.db import connection, models, transaction

    class Trip(models.Model):
        id = models.AutoField(primary_key=True)
        code, destination, country = models.TextField(), models.TextField(), models.TextField()
        start, price, rating = models.DateTimeField(), models.FloatField(), models.IntegerField()
        is_booked, notes = models.BooleanField(), models.TextField(null=True)

        class Meta:
            app_label, db_table = "trips", "trip"

    start = now()
    with connection.schema_editor() as editor:
        editor.create_model(Trip)
    with transaction.atomic():
        Trip.objects.bulk_create([Trip(**values(number)) for number in range(count)])
    created = now()
    trips = list(Trip.objects.all())
    result = total(trips)
    return len(trips), result, passed(start, created), passed(created, now())


count, result, create, fetch = {"sqlalchemy": with_sqlalchemy, "django": with_django}[sys.argv[1]](
    sys.argv[2], int(sys.argv[3]))
print(json.dumps({
    "count": count, "sum": result, "create": create[0], "fetch": fetch[0], "create_cpu": create[1], "fetch_cpu": fetch[1]}))
