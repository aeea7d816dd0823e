extension Dialect {
  /// JSON:API with conditions as a JSON tree in `filter[objects]`, as flask-restless-ng 3.3 answers.
  static let jsonAPIText = #"""
    {
      "name": "jsonapi",
      "title": "JSON:API, conditions in filter[objects]",
      "evidence": "server",
      "headers": {"Accept": "application/vnd.api+json"},
      "identifier": {"attribute": "id", "outside": true},
      "envelope": {
        "rows": "data", "item": "data", "next": "links.next", "total": "meta.total",
        "attributes": "attributes", "linkage": "relationships", "included": "included"
      },
      "filter": {
        "encoder": "tree", "parameter": "filter[objects]", "list": true, "unknown": "rejected",
        "literals": {"date": {"zone": "none"}},
        "operators": {
          "equal": {
            "class": "exact", "tree": {"name": "{path}", "op": "eq", "val": "{value}"}
          },
          "notEqual": {
            "class": "exact",
            "tree": {
              "or": [
                {"name": "{path}", "op": "ne", "val": "{value}"},
                {"name": "{path}", "op": "is_null"}
              ]
            }
          },
          "lessThan": {
            "class": "exact", "tree": {"name": "{path}", "op": "lt", "val": "{value}"}
          },
          "lessThanOrEqual": {
            "class": "exact", "tree": {"name": "{path}", "op": "le", "val": "{value}"}
          },
          "greaterThan": {
            "class": "exact", "tree": {"name": "{path}", "op": "gt", "val": "{value}"}
          },
          "greaterThanOrEqual": {
            "class": "exact", "tree": {"name": "{path}", "op": "ge", "val": "{value}"}
          },
          "isNull": {"class": "exact", "tree": {"name": "{path}", "op": "is_null"}},
          "isNotNull": {"class": "exact", "tree": {"name": "{path}", "op": "is_not_null"}},
          "isIn": {
            "class": "exact", "tree": {"name": "{path}", "op": "in", "val": "{values}"}
          },
          "contains": {
            "class": "superset", "reason": "whether case is told apart is the database's affair",
            "tree": {"name": "{path}", "op": "like", "val": "%{text}%"}, "wordsOnly": true
          },
          "hasPrefix": {
            "class": "superset", "reason": "whether case is told apart is the database's affair",
            "tree": {"name": "{path}", "op": "like", "val": "{text}%"}, "wordsOnly": true
          },
          "hasSuffix": {
            "class": "superset", "reason": "whether case is told apart is the database's affair",
            "tree": {"name": "{path}", "op": "like", "val": "%{text}"}, "wordsOnly": true
          }
        },
        "and": {"tree": {"and": ["{conditions}"]}},
        "or": {"tree": {"or": ["{conditions}"]}}
      },
      "sort": {
        "parameter": "sort", "ascending": "{path}", "descending": "-{path}", "nulls": "unknown"
      },
      "paging": {
        "kind": "link", "size": "page[size]", "defaultSize": 100, "maximumSize": 100
      },
      "count": {"parameters": {"page[size]": "1"}, "body": "meta.total"},
      "fields": {"parameter": "fields[{type}]"},
      "expand": {"parameter": "include"},
      "discovery": {"kind": "none"},
      "writing": {
        "keys": "given", "concurrency": "probe", "mediaType": "application/vnd.api+json"
      },
      "losses": [
        "the zone of a moment, where the service has none",
        "a key chosen by the client, where the service makes its own",
        "a nil apart from a missing value"
      ]
    }
    """#

  /// JSON:API with a parameter a condition: `filter[age.gt]=5`.
  static let jsonAPIFieldsText = #"""
    {
      "name": "jsonapi-fields",
      "title": "JSON:API, conditions in filter[attribute.operator]",
      "evidence": "documentation",
      "headers": {"Accept": "application/vnd.api+json"},
      "identifier": {"attribute": "id", "outside": true},
      "envelope": {
        "rows": "data", "item": "data", "next": "links.next", "total": "meta.total",
        "attributes": "attributes", "linkage": "relationships", "included": "included"
      },
      "filter": {
        "encoder": "parameters", "unknown": "ignored",
        "literals": {
          "text": {"empty": false},
          "element": {"forbidden": ",", "empty": false}
        },
        "operators": {
          "equal": {"class": "exact", "key": "filter[{path}]", "value": "{value}"},
          "lessThan": {"class": "exact", "key": "filter[{path}.lt]", "value": "{value}"},
          "lessThanOrEqual": {"class": "exact", "key": "filter[{path}.le]", "value": "{value}"},
          "greaterThan": {"class": "exact", "key": "filter[{path}.gt]", "value": "{value}"},
          "greaterThanOrEqual": {
            "class": "exact", "key": "filter[{path}.ge]", "value": "{value}"
          },
          "isIn": {"class": "exact", "key": "filter[{path}.in]", "value": "{values}"}
        }
      },
      "sort": {
        "parameter": "sort", "ascending": "{path}", "descending": "-{path}", "nulls": "unknown"
      },
      "paging": {"kind": "link", "size": "page[size]", "defaultSize": 100},
      "fields": {"parameter": "fields[{type}]"},
      "expand": {"parameter": "include"},
      "discovery": {"kind": "none"},
      "writing": {
        "keys": "given", "concurrency": "probe", "mediaType": "application/vnd.api+json"
      }
    }
    """#
}
