extension Dialect {
  /// OData v4, as odatapy 5.3 answers.
  static let odataText = #"""
    {
      "name": "odata",
      "title": "OData v4",
      "evidence": "server",
      "headers": {"Accept": "application/json", "OData-MaxVersion": "4.01"},
      "collection": {"path": "{entity}", "item": "{collection}({id})"},
      "identifier": {"spelling": "odata"},
      "envelope": {
        "rows": "value", "next": "@odata.nextLink", "total": "@odata.count",
        "etag": "@odata.etag", "etagForm": "{value}"
      },
      "filter": {
        "encoder": "infix", "parameter": "$filter", "unknown": "rejected",
        "separator": "/", "relationships": true,
        "literals": {
          "text": {"quotes": ["'"], "escape": "doubled"},
          "enumeration": "{type}'{value}'"
        },
        "operators": {
          "equal": {"class": "exact", "text": "{path} eq {value}"},
          "notEqual": {"class": "exact", "text": "{path} ne {value}"},
          "lessThan": {"class": "exact", "text": "{path} lt {value}"},
          "lessThanOrEqual": {"class": "exact", "text": "{path} le {value}"},
          "greaterThan": {"class": "exact", "text": "{path} gt {value}"},
          "greaterThanOrEqual": {"class": "exact", "text": "{path} ge {value}"},
          "isNull": {"class": "exact", "text": "{path} eq null"},
          "isNotNull": {"class": "exact", "text": "{path} ne null"},
          "isIn": {"class": "exact", "text": "{path} in ({values})"},
          "contains": {"class": "exact", "text": "contains({path},{value})"},
          "hasPrefix": {"class": "exact", "text": "startswith({path},{value})"},
          "hasSuffix": {"class": "exact", "text": "endswith({path},{value})"},
          "hasElement": {"class": "exact", "text": "{path}/any(t:t eq {value})"}
        },
        "and": {"separator": " and ", "group": "({conditions})"},
        "or": {"separator": " or ", "group": "({conditions})"},
        "not": {"text": "not ({condition})", "ofNull": "true"},
        "any": "{path}/any({variable}:{condition})"
      },
      "sort": {
        "parameter": "$orderby", "ascending": "{path}", "descending": "{path} desc",
        "nulls": "first"
      },
      "paging": {
        "kind": "link", "limit": "$top", "offset": "$skip", "defaultSize": 500,
        "sizeHeader": {"name": "Prefer", "value": "odata.maxpagesize={size}"}
      },
      "count": {"path": "{collection}/$count", "accept": "text/plain"},
      "fields": {"parameter": "$select"},
      "expand": {"parameter": "$expand", "keyOnly": "{path}($select={key})"},
      "relationships": {"keyPath": "{path}/{key}"},
      "discovery": {"kind": "metadata", "path": "$metadata"},
      "writing": {
        "keys": "body", "concurrency": "ifMatch", "batch": "odata", "batchPath": "$batch",
        "headers": {"Prefer": "return=representation"}
      },
      "losses": ["zeros at the end of a decimal's fraction", "a nil apart from a missing value"]
    }
    """#
}
