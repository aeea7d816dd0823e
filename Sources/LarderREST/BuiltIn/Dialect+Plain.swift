extension Dialect {
  /// Django REST framework with django-filter, as 3.18 and 26.2 answer.
  ///
  /// Whether an operator is known is the affair of each service: one that is not is ignored.
  static let drfText = #"""
    {
      "name": "drf",
      "title": "Django REST framework",
      "evidence": "server",
      "headers": {"Accept": "application/json"},
      "collection": {"trailingSlash": true},
      "identifier": {"attribute": "id"},
      "envelope": {"rows": "results", "next": "next", "total": "count"},
      "filter": {
        "encoder": "parameters", "unknown": "ignored", "separator": "__", "relationships": true,
        "literals": {
          "text": {"empty": false, "edges": false, "forbidden": "\u0000"},
          "element": {"empty": false, "edges": false, "forbidden": ",\u0000"}
        },
        "operators": {
          "equal": {"class": "exact", "key": "{path}", "value": "{value}"},
          "lessThan": {"class": "exact", "key": "{path}__lt", "value": "{value}"},
          "lessThanOrEqual": {"class": "exact", "key": "{path}__lte", "value": "{value}"},
          "greaterThan": {"class": "exact", "key": "{path}__gt", "value": "{value}"},
          "greaterThanOrEqual": {"class": "exact", "key": "{path}__gte", "value": "{value}"},
          "isNull": {"class": "exact", "key": "{path}__isnull", "value": "true"},
          "isNotNull": {"class": "exact", "key": "{path}__isnull", "value": "false"},
          "isIn": {"class": "exact", "key": "{path}__in", "value": "{values}"},
          "contains": {
            "class": "superset", "reason": "the service does not tell case apart",
            "key": "{path}__icontains", "value": "{value}"
          },
          "hasPrefix": {
            "class": "superset", "reason": "whether case is told apart is the database's affair",
            "key": "{path}__startswith", "value": "{value}"
          }
        }
      },
      "sort": {
        "parameter": "ordering", "ascending": "{path}", "descending": "-{path}",
        "nulls": "unknown"
      },
      "paging": {
        "kind": "link", "size": "page_size", "defaultSize": 100,
        "untrustedCursors": ["cursor"]
      },
      "discovery": {"kind": "listing", "path": ""},
      "writing": {"keys": "given", "concurrency": "probe", "decimals": "text"},
      "losses": [
        "a key chosen by the client, where the service makes its own",
        "a nil apart from a missing value"
      ]
    }
    """#

  /// json-server 0.17, by its documentation.
  static let jsonServerText = #"""
    {
      "name": "json-server",
      "title": "json-server",
      "evidence": "documentation",
      "headers": {"Accept": "application/json"},
      "identifier": {"attribute": "id"},
      "envelope": {"nextHeader": "Link", "totalHeader": "X-Total-Count"},
      "filter": {
        "encoder": "parameters", "unknown": "ignored",
        "literals": {"text": {"empty": false}},
        "operators": {
          "equal": {
            "class": "superset", "reason": "a number and its text are one to the service",
            "key": "{path}", "value": "{value}", "kinds": ["text", "number", "bool", "identifier"]
          },
          "lessThan": {
            "class": "superset", "reason": "the service knows only at most",
            "key": "{path}_lte", "value": "{value}", "kinds": ["number"]
          },
          "lessThanOrEqual": {
            "class": "superset", "reason": "numbers and texts are compared with each other",
            "key": "{path}_lte", "value": "{value}", "kinds": ["number"]
          },
          "greaterThan": {
            "class": "superset", "reason": "the service knows only at least",
            "key": "{path}_gte", "value": "{value}", "kinds": ["number"]
          },
          "greaterThanOrEqual": {
            "class": "superset", "reason": "numbers and texts are compared with each other",
            "key": "{path}_gte", "value": "{value}", "kinds": ["number"]
          },
          "contains": {
            "class": "superset", "reason": "the service does not tell case apart",
            "key": "{path}_like", "value": "{value}", "wordsOnly": true
          },
          "hasPrefix": {
            "class": "superset", "reason": "the service looks for the text anywhere",
            "key": "{path}_like", "value": "{value}", "wordsOnly": true
          }
        }
      },
      "paging": {
        "kind": "page", "size": "_limit", "position": "_page", "defaultSize": 100
      },
      "discovery": {"kind": "none"},
      "writing": {"keys": "service", "concurrency": "none", "dangling": true}
    }
    """#

  /// PostgREST and Supabase, by their documentation.
  static let postgrestText = #"""
    {
      "name": "postgrest",
      "title": "PostgREST",
      "evidence": "documentation",
      "headers": {"Accept": "application/json", "Prefer": "count=exact"},
      "collection": {"path": "{entity}", "item": "{collection}?id=eq.{id}"},
      "identifier": {"attribute": "id"},
      "envelope": {"totalHeader": "Content-Range"},
      "filter": {
        "encoder": "parameters", "unknown": "rejected", "repeats": true,
        "literals": {
          "element": {"quotes": ["\""], "escape": "backslash"},
          "text": {"forbidden": "\u0000"}
        },
        "operators": {
          "equal": {
            "class": "exact", "key": "{path}", "value": "eq.{value}", "text": "{path}.eq.{element}"
          },
          "notEqual": {
            "class": "exact", "key": "or", "value": "({path}.neq.{element},{path}.is.null)",
            "text": "or({path}.neq.{element},{path}.is.null)"
          },
          "lessThan": {
            "class": "exact", "key": "{path}", "value": "lt.{value}", "text": "{path}.lt.{element}"
          },
          "lessThanOrEqual": {
            "class": "exact", "key": "{path}", "value": "lte.{value}",
            "text": "{path}.lte.{element}"
          },
          "greaterThan": {
            "class": "exact", "key": "{path}", "value": "gt.{value}", "text": "{path}.gt.{element}"
          },
          "greaterThanOrEqual": {
            "class": "exact", "key": "{path}", "value": "gte.{value}",
            "text": "{path}.gte.{element}"
          },
          "isNull": {
            "class": "exact", "key": "{path}", "value": "is.null", "text": "{path}.is.null"
          },
          "isNotNull": {
            "class": "exact", "key": "{path}", "value": "not.is.null",
            "text": "{path}.not.is.null"
          },
          "isIn": {
            "class": "exact", "key": "{path}", "value": "in.({values})",
            "text": "{path}.in.({values})"
          },
          "contains": {
            "class": "exact", "key": "{path}", "value": "like.*{value}*",
            "text": "{path}.like.*{value}*", "wordsOnly": true
          },
          "hasPrefix": {
            "class": "exact", "key": "{path}", "value": "like.{value}*",
            "text": "{path}.like.{value}*", "wordsOnly": true
          },
          "hasSuffix": {
            "class": "exact", "key": "{path}", "value": "like.*{value}",
            "text": "{path}.like.*{value}", "wordsOnly": true
          }
        },
        "and": {"group": "and({conditions})", "key": "and", "value": "({conditions})"},
        "or": {"group": "or({conditions})", "key": "or", "value": "({conditions})"}
      },
      "sort": {
        "parameter": "order", "ascending": "{path}.asc.nullsfirst",
        "descending": "{path}.desc.nullslast", "nulls": "first"
      },
      "paging": {
        "kind": "offset", "size": "limit", "position": "offset", "defaultSize": 500
      },
      "count": {"method": "HEAD", "header": "Content-Range"},
      "fields": {"parameter": "select"},
      "discovery": {"kind": "none"},
      "writing": {
        "keys": "body", "concurrency": "none", "headers": {"Prefer": "return=representation"}
      }
    }
    """#
}
