extension Dialect {
  /// PocketBase, as 0.40.6 answers.
  ///
  /// A backslash in a literal is itself but before a quote.
  static let pocketBaseText = #"""
    {
      "name": "pocketbase",
      "title": "PocketBase",
      "evidence": "server",
      "headers": {"Accept": "application/json"},
      "collection": {
        "path": "api/collections/{entity}/records", "item": "{collection}/{id}"
      },
      "identifier": {"attribute": "id", "order": "binary"},
      "envelope": {
        "rows": "items", "total": "totalItems", "emptyIsNull": ["date", "relationship"],
        "ignored": ["collectionId", "collectionName", "expand"]
      },
      "filter": {
        "encoder": "infix", "parameter": "filter", "unknown": "rejected", "relationships": true,
        "literals": {
          "text": {"quotes": ["\"", "'"], "escape": "quoteOnly"},
          "date": {"separator": " ", "digits": 3},
          "quoted": ["date", "day", "uuid", "enumeration", "identifier"]
        },
        "operators": {
          "equal": {"class": "exact", "text": "{path} = {value}"},
          "notEqual": {"class": "exact", "text": "{path} != {value}"},
          "lessThan": {"class": "exact", "text": "{path} < {value}", "kinds": ["number"]},
          "lessThanOrEqual": {"class": "exact", "text": "{path} <= {value}", "kinds": ["number"]},
          "greaterThan": {
            "class": "exact", "text": "{path} > {value}", "kinds": ["number", "date"]
          },
          "greaterThanOrEqual": {
            "class": "exact", "text": "{path} >= {value}", "kinds": ["number", "date"]
          },
          "isNull": {"class": "exact", "text": "{path} = \"\"", "kinds": ["date", "identifier"]},
          "isNotNull": {
            "class": "exact", "text": "{path} != \"\"", "kinds": ["date", "identifier"]
          },
          "contains": {
            "class": "superset", "reason": "the service does not tell case apart",
            "text": "{path} ~ {value}", "wordsOnly": true
          },
          "hasPrefix": {
            "class": "superset", "reason": "the service looks for the text anywhere",
            "text": "{path} ~ {value}", "wordsOnly": true
          },
          "hasSuffix": {
            "class": "superset", "reason": "the service looks for the text anywhere",
            "text": "{path} ~ {value}", "wordsOnly": true
          },
          "hasElement": {
            "class": "superset", "reason": "the service looks for the text anywhere",
            "text": "{path} ~ {value}", "wordsOnly": true
          }
        },
        "and": {"separator": " && ", "group": "({conditions})"},
        "or": {"separator": " || ", "group": "({conditions})"}
      },
      "sort": {
        "parameter": "sort", "ascending": "{path}", "descending": "-{path}",
        "nulls": "first", "kinds": ["number", "date"]
      },
      "paging": {
        "kind": "page", "size": "perPage", "position": "page", "defaultSize": 500,
        "maximumSize": 1000
      },
      "count": {"parameters": {"perPage": "1", "fields": "id"}, "body": "totalItems"},
      "fields": {"parameter": "fields"},
      "expand": {"parameter": "expand"},
      "discovery": {"kind": "pocketbase", "path": "api/collections?perPage=500"},
      "signIn": {
        "path": "api/collections/_superusers/auth-with-password",
        "body": {"identity": "{user}", "password": "{password}"},
        "token": "token", "header": "{token}"
      },
      "writing": {
        "keys": "body", "keyPattern": "[a-z0-9]{15}", "concurrency": "none",
        "batch": "pocketbase", "batchPath": "api/batch", "batchLimit": 50
      },
      "losses": [
        "keys of another form than the collection's, by default 15 small letters and digits: the object gets one of its own",
        "null in a text, a number or a truth value: it becomes an empty text, 0 or false",
        "fractions of a second beyond the millisecond"
      ]
    }
    """#
}
