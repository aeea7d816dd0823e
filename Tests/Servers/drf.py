"""People, cities and no trips yet over Django REST framework: drf.py PORT SEED FOLDER. The database is made in the folder.

Each way of paging has a path of its own; none of them knows If-Match.
"""

import json
import os
import sys

import django
import waitress
from django.conf import settings
from django.core.wsgi import get_wsgi_application

PORT, SEED, FOLDER = int(sys.argv[1]), sys.argv[2], sys.argv[3]

settings.configure(
    ALLOWED_HOSTS=["*"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": os.path.join(FOLDER, "drf.sqlite"),
            "OPTIONS": {"timeout": 20},
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    INSTALLED_APPS=[
        "django.contrib.contenttypes",
        "django.contrib.auth",
        "rest_framework",
        "django_filters",
    ],
    MIDDLEWARE=[
        "django.middleware.gzip.GZipMiddleware",
        "django.middleware.http.ConditionalGetMiddleware",
        "django.middleware.common.CommonMiddleware",
    ],
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "UNAUTHENTICATED_USER": None,
    },
    ROOT_URLCONF=__name__,
    SECRET_KEY="tests only",
    USE_TZ=True,
)
django.setup()

import django_filters  # noqa: E402
from django.db import connection, models, transaction  # noqa: E402
from django.urls import include, path  # noqa: E402
from django_filters.rest_framework import DjangoFilterBackend  # noqa: E402
from rest_framework import filters, pagination, routers, serializers, throttling, viewsets  # noqa: E402


class City(models.Model):
    name = models.CharField(max_length=40, unique=True)

    class Meta:
        app_label = "larder"


class Person(models.Model):
    name = models.CharField(max_length=40, unique=True)
    age = models.IntegerField(null=True, blank=True)
    nick = models.CharField(max_length=40, null=True, blank=True)
    code = models.CharField(max_length=40, null=True, blank=True)
    rating = models.DecimalField(max_digits=10, decimal_places=2, null=True, blank=True)
    born = models.DateTimeField(null=True, blank=True)
    vip = models.BooleanField(default=False)
    city = models.ForeignKey(City, models.PROTECT, null=True, blank=True, related_name="people")

    class Meta:
        app_label = "larder"


class Lodging(models.Model):
    id = models.CharField(max_length=10, primary_key=True)
    name = models.CharField(max_length=80)
    stars = models.IntegerField(null=True, blank=True)
    address = models.JSONField()

    class Meta:
        app_label = "larder"


class Traveler(models.Model):
    name = models.CharField(max_length=80)
    email = models.EmailField()

    class Meta:
        app_label = "larder"


class Trip(models.Model):
    id = models.CharField(max_length=10, primary_key=True)
    destination = models.CharField(max_length=80)
    country = models.CharField(max_length=2)
    startDate = models.DateTimeField()
    endDate = models.DateTimeField()
    price = models.FloatField()
    isBooked = models.BooleanField(default=False)
    rating = models.IntegerField(null=True, blank=True)
    notes = models.TextField(null=True, blank=True)
    tags = models.JSONField(default=list)
    lodging = models.ForeignKey(
        Lodging, models.SET_NULL, null=True, blank=True, related_name="trips"
    )
    traveler = models.ForeignKey(
        Traveler, models.PROTECT, null=True, blank=True, related_name="trips"
    )

    class Meta:
        app_label = "larder"


class Activity(models.Model):
    title = models.CharField(max_length=80)
    kind = models.CharField(max_length=20)
    price = models.FloatField()
    minutes = models.IntegerField()
    trip = models.ForeignKey(
        Trip, models.CASCADE, null=True, blank=True, related_name="activities"
    )

    class Meta:
        app_label = "larder"


TRIPS = [Lodging, Traveler, Trip, Activity]
ORDER = ["exact", "lt", "lte", "gt", "gte", "in", "isnull"]
TEXT = ORDER + ["contains", "icontains", "startswith", "istartswith", "endswith", "iendswith"]


class PersonFilter(django_filters.FilterSet):
    class Meta:
        model = Person
        fields = {
            "id": ORDER,
            "name": TEXT,
            "age": ORDER,
            "nick": TEXT,
            "code": TEXT,
            "rating": ORDER,
            "born": ORDER,
            "vip": ["exact"],
            "city": ["exact", "in", "isnull"],
            "city__name": TEXT,
        }


class CitySerializer(serializers.ModelSerializer):
    class Meta:
        model = City
        fields = ["id", "name"]


class PersonSerializer(serializers.ModelSerializer):
    class Meta:
        model = Person
        fields = ["id", "name", "age", "nick", "code", "rating", "born", "vip", "city"]


class Pages(pagination.PageNumberPagination):
    page_size = 5
    page_size_query_param = "page_size"
    max_page_size = 100


class Offsets(pagination.LimitOffsetPagination):
    default_limit = 5


class Cursor(pagination.CursorPagination):
    page_size = 5
    page_size_query_param = "page_size"
    ordering = "-age"


class Throttle(throttling.AnonRateThrottle):
    rate = "3/minute"


class PersonView(viewsets.ModelViewSet):
    queryset = Person.objects.order_by("id")
    serializer_class = PersonSerializer
    pagination_class = Pages
    filter_backends = [DjangoFilterBackend, filters.OrderingFilter, filters.SearchFilter]
    filterset_class = PersonFilter
    ordering_fields = ["id", "name", "age", "nick", "code", "rating", "born", "vip"]
    search_fields = ["name", "nick"]


class CityView(viewsets.ModelViewSet):
    queryset = City.objects.order_by("id")
    serializer_class = CitySerializer
    pagination_class = Pages
    filter_backends = [DjangoFilterBackend, filters.OrderingFilter]
    filterset_fields = {"id": ORDER, "name": TEXT}


def variant(pages, throttles=()):
    members = {"pagination_class": pages, "throttle_classes": list(throttles)}
    if pages is Cursor:
        members["filter_backends"] = [DjangoFilterBackend]
    return type("PersonVariant", (PersonView,), members)


def plain(model):
    """A view of all that a model has, in pages."""
    serializer = type(
        "Serializer",
        (serializers.ModelSerializer,),
        {"Meta": type("Meta", (), {"model": model, "fields": "__all__"})},
    )
    members = {
        "queryset": model.objects.order_by("pk"),
        "serializer_class": serializer,
        "pagination_class": Pages,
        "filter_backends": [DjangoFilterBackend, filters.OrderingFilter],
        "filterset_fields": {"id": ORDER},
    }
    return type("View", (viewsets.ModelViewSet,), members)


router = routers.DefaultRouter()
router.register("people", PersonView)
router.register("cities", CityView)
for model in TRIPS:
    router.register(model._meta.verbose_name_plural.replace("ys", "ies"), plain(model))
router.register("people-lo", variant(Offsets), basename="people-lo")
router.register("people-cursor", variant(Cursor), basename="people-cursor")
router.register("people-all", variant(None), basename="people-all")
router.register("people-slow", variant(None, [Throttle]), basename="people-slow")
urlpatterns = [path("", include(router.urls))]


def seed():
    with connection.schema_editor() as editor:
        for model in [City, Person] + TRIPS:
            editor.create_model(model)
    # Keys that nobody would guess.
    for model in [Traveler, Activity]:
        connection.cursor().execute(
            "insert into sqlite_sequence values (%s, 1000)", [model._meta.db_table]
        )
    connection.cursor().execute("pragma journal_mode = wal")
    with open(SEED, encoding="utf-8") as file:
        rows = json.load(file)
    with transaction.atomic():
        City.objects.bulk_create(City(**row) for row in rows["cities"])
        Person.objects.bulk_create(
            Person(**{**row, "city": None, "city_id": row["city"]}) for row in rows["people"]
        )


if __name__ == "__main__":
    seed()
    waitress.serve(get_wsgi_application(), host="127.0.0.1", port=PORT, threads=8)
