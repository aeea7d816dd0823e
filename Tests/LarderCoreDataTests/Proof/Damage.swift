import LarderTestSupport
import Testing

/// Damage to the library, and what is said of it.
struct Damage: CustomTestStringConvertible, Sendable {
  let testDescription: String

  /// Statements that do it.
  let sql: [String]

  /// What the store says when it is opened.
  var findings: [String] = []

  /// What a check says, with `*` before what can be put right; findings apart.
  var violations: [String] = []

  /// What the check says after the repair.
  var left: [String] = []

  init(
    _ description: String, _ sql: [String], findings: [String] = [], violations: [String] = [],
    left: [String] = []
  ) {
    testDescription = description
    self.sql = sql
    self.findings = findings
    self.violations = violations
    self.left = left
  }
}

extension Damage {
  static let all = parts + tables + rows

  /// What the store says of itself.
  private static let parts = [
    Damage(
      "NULL plist",
      ["UPDATE Z_METADATA SET Z_PLIST = NULL"],
      findings: ["the metadata have no property list"]),
    Damage(
      "no metadata",
      ["DELETE FROM Z_METADATA"],
      findings: ["the store has no metadata"]),
    Damage(
      "bad plist",
      ["UPDATE Z_METADATA SET Z_PLIST = x'62706C697374'"],
      findings: ["the metadata cannot be read: the property list ends too early"]),
    Damage(
      "NULL uuid",
      ["UPDATE Z_METADATA SET Z_UUID = NULL"],
      findings: ["the metadata have no identifier of the store"]),
    Damage(
      "NULL cache",
      ["UPDATE Z_MODELCACHE SET Z_CONTENT = NULL"],
      findings: ["the model was taken out of the store"]),
    Damage(
      "no cache table",
      ["DROP TABLE Z_MODELCACHE"],
      findings: ["the store was written before models were kept in it"]),
    Damage(
      "damaged cache",
      ["UPDATE Z_MODELCACHE SET Z_CONTENT = substr(Z_CONTENT, 1, 900)"],
      findings: ["the model in the store cannot be read: the compressed model is damaged"]),
    Damage(
      "metadata columns",
      ["ALTER TABLE Z_METADATA DROP COLUMN Z_PLIST"],
      findings: ["the metadata cannot be read: no such column: Z_PLIST"]),
    Damage(
      "an entity twice",
      [
        "UPDATE Z_MODELCACHE SET Z_CONTENT = NULL",
        "UPDATE Z_PRIMARYKEY SET Z_NAME = 'Tag' WHERE Z_ENT = 1",
      ],
      findings: [
        "`Z_PRIMARYKEY` has `Tag` twice: number 7 is left aside",
        "the model was taken out of the store",
      ],
      violations: [
        "* entity-number: row 1 of `ZTAG` has the entity 7, which is none of its own; no fetch finds it",
        "* entity-number: row 2 of `ZTAG` has the entity 7, which is none of its own; no fetch finds it",
      ]),
    Damage(
      "entities that are their own parents",
      [
        "UPDATE Z_MODELCACHE SET Z_CONTENT = NULL",
        "UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT WHERE Z_ENT = 1",
        "UPDATE Z_PRIMARYKEY SET Z_SUPER = 7 WHERE Z_ENT = 6",
        "UPDATE Z_PRIMARYKEY SET Z_SUPER = 6 WHERE Z_ENT = 7",
      ],
      findings: [
        "the model was taken out of the store",
        "Item: the table `ZITEM` has no column `Z1_AUTHOR`",
      ]),
  ]

  /// Tables, columns and numbers that are not there.
  private static let tables = [
    Damage(
      "missing table",
      ["DROP TABLE ZTAG"],
      findings: ["Tag: the store has no table `ZTAG` for it"]),
    Damage(
      "missing join table",
      ["DROP TABLE Z_3TAGS"],
      findings: ["Book: the store has no table `Z_3TAGS` for a relationship"]),
    Damage(
      "missing join column",
      ["DROP TABLE Z_3TAGS", "CREATE TABLE Z_3TAGS (Z_3BOOKS INTEGER)"],
      findings: ["Book: the table `Z_3TAGS` has no column `Z_7TAGS`"]),
    Damage(
      "missing order of a join",
      ["ALTER TABLE Z_3TAGS DROP COLUMN Z_FOK_7TAGS"],
      findings: ["Book: the table `Z_3TAGS` has no column `Z_FOK_7TAGS`"]),
    Damage(
      "missing column",
      ["DROP INDEX Z_Author_byBirth", "ALTER TABLE ZAUTHOR DROP COLUMN ZBORN"],
      findings: ["Author: the table `ZAUTHOR` has no column `ZBORN`"]),
    Damage(
      "missing version",
      ["ALTER TABLE ZPROFILE DROP COLUMN Z_OPT"],
      findings: ["Profile: the table `ZPROFILE` has no column `Z_OPT`"]),
    Damage(
      "a table without keys",
      ["DROP TABLE ZSHELF", "CREATE TABLE ZSHELF (Z_ENT INTEGER, Z_OPT INTEGER, ZPLACE VARCHAR)"],
      findings: ["Shelf: the table `ZSHELF` has no column `Z_PK`, so that no object is found"]),
    Damage(
      "missing order",
      ["ALTER TABLE ZITEM DROP COLUMN Z_FOK_AUTHOR"],
      findings: ["Item: the table `ZITEM` has no column `Z_FOK_AUTHOR`"]),
    Damage(
      "missing leaf",
      ["ALTER TABLE ZITEM DROP COLUMN ZHEIGHT"],
      findings: ["Item: the table `ZITEM` has no column `ZHEIGHT`"]),
    Damage(
      "an entity without a number",
      ["DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Tag'"],
      findings: ["Tag: the store has no number for it, so that none of its objects are found"]),
    Damage(
      "an abstract entity without a number",
      ["DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'"],
      findings: ["Item: the store has no number for it, so that none of its objects are found"]),
    Damage(
      "a subentity without a number",
      ["DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'Book'"],
      findings: ["Book: the store has no number for it, so that none of its objects are found"]),
    Damage(
      "an entity of another name",
      ["UPDATE Z_PRIMARYKEY SET Z_NAME = 'Other' WHERE Z_NAME = 'Tag'"],
      findings: [
        "Tag: the store has no number for it, so that none of its objects are found",
        "the store has an entity `Other` that the model does not have",
      ]),
    Damage(
      "a view for a table",
      ["DROP TABLE ZTAG", "CREATE VIEW ZTAG AS SELECT 1 AS Z_PK"],
      findings: ["Tag: the store has no table `ZTAG` for it"]),
    Damage(
      "history columns",
      [
        "ALTER TABLE ATRANSACTION DROP COLUMN ZTIMESTAMP",
        "ALTER TABLE ACHANGE DROP COLUMN ZCOLUMNS",
      ],
      findings: [
        "the history cannot be read: `ACHANGE` has no column `ZCOLUMNS`",
        "the history cannot be read: `ATRANSACTION` has no column `ZTIMESTAMP`",
      ]),
  ]

  /// What stands in the rows.
  private static let rows = [
    Damage(
      "wrong entity numbers",
      [
        "UPDATE ZAUTHOR SET Z_ENT = 99 WHERE Z_PK = 1",
        "UPDATE ZAUTHOR SET Z_ENT = NULL WHERE Z_PK = 2",
        "UPDATE ZITEM SET Z_ENT = 2 WHERE Z_PK = 1",
      ],
      violations: [
        "* entity-number: row 1 of `ZAUTHOR` has the entity 99, which is none of its own; no fetch finds it",
        "* entity-number: row 2 of `ZAUTHOR` has the entity NULL, which is none of its own; no fetch finds it",
        "entity-number: row 1 of `ZITEM` has the entity 2, which is none of its own; no fetch finds it",
        "wrong-entity: Book#p2.author it leads to `Author` 1, which is of another entity",
        "wrong-entity: Book#p4.author it leads to `Author` 2, which is of another entity",
        "wrong-entity: Profile#p1.owner it leads to `Author` 1, which is of another entity",
      ],
      left: [
        "entity-number: row 1 of `ZITEM` has the entity 2, which is none of its own; no fetch finds it"
      ]),
    Damage(
      "keys that lead nowhere",
      [
        "UPDATE ZITEM SET ZAUTHOR = 77 WHERE Z_PK = 1",
        "UPDATE ZITEM SET Z6ITEMS = 88 WHERE Z_PK = 2", "UPDATE ZPROFILE SET ZFAVOURITE = 66",
      ],
      violations: [
        "* dangling-key: Book#p1.author it leads to `Author` 77, which is not there",
        "* dangling-owner: Book#p2 it belongs to the `items` of `Shelf` 88, which is not there",
        "* dangling-key: Profile#p1.favourite it leads to `Item` 66, which is not there",
        "* entity-of-key: Profile#p1.favourite `Z2_FAVOURITE` is 4, but the object's entity is NULL",
      ]),
    Damage(
      "a key that is text",
      ["UPDATE ZITEM SET ZAUTHOR = 'x' WHERE Z_PK = 1"],
      violations: ["* dangling-key: Book#p1.author it leads to `Author` \"x\", which is not there"]),
    Damage(
      "wrong entity column",
      ["UPDATE ZPROFILE SET Z2_FAVOURITE = 3"],
      violations: [
        "* entity-of-key: Profile#p1.favourite `Z2_FAVOURITE` is 3, but the object's entity is 4"
      ]),
    Damage(
      "links that lead nowhere",
      ["INSERT INTO Z_3TAGS VALUES (99, 1, 5), (1, 98, 6), (NULL, 1, 7), (3, 2, 8)"],
      violations: [
        "* dangling-link: `Z_3TAGS` links Tag NULL and Book 1, of which one is not there",
        "* dangling-link: `Z_3TAGS` links Tag 99 and Book 1, of which one is not there",
        "* dangling-link: `Z_3TAGS` links Tag 3 and Book 2, of which one is not there",
        "* dangling-link: `Z_3TAGS` links Tag 1 and Book 98, of which one is not there",
      ]),
    Damage(
      "counters too low",
      [
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 2 WHERE Z_ENT = 2",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = NULL WHERE Z_ENT = 7",
        "UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_ENT = 16001",
      ],
      violations: [
        "* key-counter: `ZITEM` has the key 5, but `Z_MAX` of entity 2 is 2",
        "* key-counter: `ZTAG` has the key 2, but `Z_MAX` of entity 7 is NULL",
        "* key-counter: `ACHANGE` has the key 5, but `Z_MAX` of entity 16001 is 0",
      ]),
    Damage(
      "sort keys twice and missing",
      [
        "UPDATE ZITEM SET Z_FOK_AUTHOR = 2048 WHERE ZAUTHOR = 1",
        "UPDATE ZITEM SET Z_FOK_AUTHOR = NULL WHERE ZAUTHOR = 2",
        "UPDATE Z_3TAGS SET Z_FOK_7TAGS = 2048",
      ],
      violations: [
        "* order-key: Book#p2 its sort key `Z_FOK_AUTHOR` is 2048, as another's or none",
        "* order-key: Book#p4 its sort key `Z_FOK_AUTHOR` is NULL, as another's or none",
        "* order-key: the sort key `Z_FOK_7TAGS` of the link of 1 and 1 in `Z_3TAGS` is 2048, as another's or none",
      ]),
    Damage(
      "two that claim one",
      ["UPDATE ZAUTHOR SET ZPROFILE = 1 WHERE Z_PK = 2"],
      violations: ["other-end: Author#p2.profile `Profile` 1 has 1 for its `owner`"],
      left: ["other-end: `Profile` 1 has 1 for its `owner`"]),
    Damage(
      "one side of one-to-one",
      ["UPDATE ZPROFILE SET ZOWNER = NULL"]),
    Damage(
      "a missing file",
      [
        "UPDATE ZITEM SET ZCOVER = CAST(x'02' || '0D2C5F0E-8B1A-4E0F-9C44-2D1D2F0B7A12' || x'00' AS BLOB) WHERE Z_PK = 1"
      ],
      violations: [
        "external-file: Book#p1.cover its file 0D2C5F0E-8B1A-4E0F-9C44-2D1D2F0B7A12 is not in FOLDER/.default_SUPPORT/_EXTERNAL_DATA"
      ],
      left: [
        "external-file: its file 0D2C5F0E-8B1A-4E0F-9C44-2D1D2F0B7A12 is not in FOLDER/.default_SUPPORT/_EXTERNAL_DATA"
      ]),
    Damage(
      "missing versions",
      ["UPDATE ZTAG SET Z_OPT = NULL WHERE Z_PK = 1", "UPDATE ZTAG SET Z_OPT = 0 WHERE Z_PK = 2"],
      violations: [
        "* row-version: Tag#p1 the version `Z_OPT` is NULL",
        "* row-version: Tag#p2 the version `Z_OPT` is 0",
      ]),
    Damage(
      "values of other kinds",
      [
        "UPDATE ZVALUE SET ZBOOLEAN = 7, ZDATE = 'x', ZUUID = x'01', ZDATA = 'text', ZINTEGER64 = 1.5"
      ],
      violations: [
        "value-kind: Value#p1.boolean it holds 7, which is no boolean",
        "value-kind: Value#p1.data it holds \"text\", which is no binaryData",
        "value-kind: Value#p1.date it holds \"x\", which is no date",
        "value-kind: Value#p1.integer64 it holds 1.5, which is no integer64",
        "value-kind: Value#p1.uuid it holds 1 bytes, which is no uuid",
      ],
      left: [
        "value-kind: it holds 7, which is no boolean",
        "value-kind: it holds \"text\", which is no binaryData",
        "value-kind: it holds \"x\", which is no date",
        "value-kind: it holds 1.5, which is no integer64",
        "value-kind: it holds 1 bytes, which is no uuid",
      ]),
    Damage(
      "missing values",
      ["UPDATE ZITEM SET ZTITLE = NULL WHERE Z_PK = 1"],
      violations: ["required-value: Book#p1.title it is required, but NULL"],
      left: ["required-value: it is required, but NULL"]),
    Damage(
      "equal values",
      ["DROP INDEX Z_Tag_UNIQUE_label", "UPDATE ZTAG SET ZLABEL = 'x'"],
      violations: ["unique-value: Tag#p1.label row 2 has the same label"],
      left: ["unique-value: row 2 has the same label"]),
    Damage(
      "cut history",
      ["DELETE FROM ATRANSACTION WHERE Z_PK = 1", "DELETE FROM ATRANSACTIONSTRING WHERE Z_PK = 2"],
      violations: [
        "history: change 1 of the history has no transaction",
        "history: change 2 of the history has no transaction",
        "history: change 3 of the history has no transaction",
        "history: transaction 2 has a `ZPROCESSIDTS` that is no text",
        "history: transaction 3 has a `ZPROCESSIDTS` that is no text",
      ],
      left: [
        "history: change 1 of the history has no transaction",
        "history: change 2 of the history has no transaction",
        "history: change 3 of the history has no transaction",
        "history: transaction 2 has a `ZPROCESSIDTS` that is no text",
        "history: transaction 3 has a `ZPROCESSIDTS` that is no text",
      ]),
  ]
}
