extension Dialect {
  /// Kinto, as 26.5 with the memory backend answers.
  ///
  /// The order of values is PostgreSQL's of JSON: null, text, number, truth value, array, object,
  /// missing.
  static let kintoText = #"""
    {
      "name": "kinto",
      "title": "Kinto",
      "evidence": "server",
      "headers": {"Accept": "application/json"},
      "collection": {"path": "collections/{entity}/records", "item": "{collection}/{id}"},
      "identifier": {"attribute": "id", "order": "binary"},
      "envelope": {
        "rows": "data", "item": "data", "nextHeader": "Next-Page",
        "etag": "last_modified", "etagForm": "\"{value}\"", "ignored": ["schema"]
      },
      "filter": {
        "encoder": "parameters", "unknown": "rejected",
        "literals": {
          "text": {"escape": "json"},
          "element": {"escape": "json", "forbidden": ","},
          "quoted": ["date", "day", "uuid", "enumeration", "identifier"]
        },
        "operators": {
          "equal": {
            "class": "exact", "key": "{path}", "value": "{value}",
            "kinds": ["text", "number", "bool", "enumeration", "identifier"]
          },
          "notEqual": {
            "class": "exact", "key": "not_{path}", "value": "{value}",
            "kinds": ["text", "number", "bool", "enumeration", "identifier"]
          },
          "lessThan": {
            "class": "superset", "reason": "null and text come before numbers",
            "key": "lt_{path}", "value": "{value}", "kinds": ["number"]
          },
          "lessThanOrEqual": {
            "class": "superset", "reason": "null and text come before numbers",
            "key": "max_{path}", "value": "{value}", "kinds": ["number"]
          },
          "greaterThan": {
            "class": "superset", "reason": "objects without the attribute come last",
            "key": "gt_{path}", "value": "{value}", "kinds": ["number"]
          },
          "greaterThanOrEqual": {
            "class": "superset", "reason": "objects without the attribute come last",
            "key": "min_{path}", "value": "{value}", "kinds": ["number"]
          },
          "isNotNull": {
            "class": "superset", "reason": "the service tells a stored null from a missing value",
            "key": "has_{path}", "value": "true"
          },
          "isMissing": {"class": "exact", "key": "has_{path}", "value": "false"},
          "isNotMissing": {"class": "exact", "key": "has_{path}", "value": "true"},
          "isIn": {
            "class": "superset", "reason": "1 and true are one to the service",
            "key": "in_{path}", "value": "{values}",
            "kinds": ["text", "number", "bool", "enumeration", "identifier"]
          },
          "hasElement": {
            "class": "exact", "key": "contains_{path}", "value": "[{value}]",
            "kinds": ["text", "number", "bool", "enumeration", "identifier"]
          }
        }
      },
      "sort": {
        "parameter": "_sort", "ascending": "{path}", "descending": "-{path}", "nulls": "unknown"
      },
      "paging": {"kind": "link", "size": "_limit", "defaultSize": 500},
      "count": {"method": "HEAD", "header": "Total-Objects"},
      "fields": {"parameter": "_fields"},
      "discovery": {"kind": "kinto", "path": "collections"},
      "writing": {
        "keys": "put", "keyPattern": "[A-Za-z0-9_-]+", "concurrency": "ifMatch",
        "conflictRow": "details.existing", "dangling": true,
        "batch": "kinto", "batchPath": "../../batch", "batchLimit": 25
      },
      "losses": ["keys that are numbers: they become texts", "a nil apart from a missing value"]
    }
    """#
}
