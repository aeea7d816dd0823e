import LarderTestSupport
import Testing

/// A program that ends without knowing what a service did says so.
struct UnknownOutcomeTests {
  @Test(.enabled(if: RESTServer.areInstalled)) func aCreateWhoseReplyWasLostIsToldAtTheEnd() throws
  {
    let server = try RESTServer(.drf)
    let proxy = try LossyProxy(to: server.port) { $0.method == "POST" }
    let program = try Program()

    let run = try program.shell(
      "larder drf+\(proxy.url)/ --entity cities -c 'insert cities(name: \"Bodø\")' -c save")

    #expect(run.status == 1)
    #expect(run.errors.contains("error[save.unknown-outcome]: cities#t1"))
    #expect(
      run.errors.hasSuffix(
        """
        the program ends without knowing whether this was written; look before you do it again:
          cities#t1: `insert cities(name: "Bodø")`; whether it is there, `cities where name == "Bodø"` shows

        """), "\(run.errors)")
    #expect(proxy.requests.count { $0.method == "POST" } == 1)
    let look = try program.shell(
      "larder drf+\(server.url) --entity cities -c 'count cities where name == \"Bodø\"'")
    #expect(look.output == "{\"count\":1}\n")
  }

  @Test(.enabled(if: RESTServer.areInstalled)) func whatIsDroppedOnPurposeIsNotTold() throws {
    let server = try RESTServer.shared(.drf)
    let proxy = try LossyProxy(to: server.port) { $0.method == "POST" }
    let program = try Program()

    let run = try program.shell(
      "larder drf+\(proxy.url)/ --entity cities --keep-going",
      input: "insert cities(name: \"Narvik\")\nsave\nrollback\n")

    #expect(run.status == 1 && !run.errors.contains("the program ends without knowing"))
  }
}
