import Testing

@testable import LarderShell

struct StatementPrivacyTests {
  @Test(arguments: [
    "", "  ", " count Trip", ".param key=1", ".PARAM key = 1", "count Trip\n.param key=1",
    "count Trip; .param key=1", ".open odata+https://ada:secret@host/service/",
    ".open a.json; .open rest+https://t@host", ".open rest+https://host/?api_key=abc",
    ".open rest+https://host/path?x=1&access_token=abc", ".open rest+https://host/?Signature=abc",
    "// see https://host\n.open kinto+https://u:p@host",
  ])
  func secretsAreNotKept(text: String) {
    #expect(StatementPrivacy.isPrivate(text))
  }

  @Test(arguments: [
    "count Trip", ".param", "count Trip where id == $key", ".open odata+https://host/service/",
    ".open rest+https://host/?page=1", "Person where mail == \"ada@host\"",
    "Person where site == \"https://host/ada\" && mail contains \"@\"", "x\n  y",
  ])
  func everythingElseIs(text: String) {
    #expect(!StatementPrivacy.isPrivate(text))
  }
}
