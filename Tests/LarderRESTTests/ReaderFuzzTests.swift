import HTTPTransport
import JSONTree
import LarderCore
import LarderStore
import LarderTestSupport
import Testing
import XMLTree

@testable import LarderREST

/// Whatever bytes a service or a file holds, they end in something read or an error that says why.
@Suite struct ReaderFuzzTests {
  @Test func mangledDescriptionsReadOrSayWhy() throws {
    let texts = [
      Dialect.odataText, Dialect.pocketBaseText, Dialect.kintoText, Dialect.drfText,
      Dialect.postgrestText,
    ]
    var readCount = 0
    SeededGenerator.forEachRound(400) { round, generator in
      let bytes = generator.mangled(Array((generator.pick(from: texts) ?? "").utf8))
      do throws(DialectError) {
        _ = try Dialect(json: bytes)
        readCount += 1
      } catch { #expect(!error.problem.isEmpty, "\(round.comment)") }
    }
    #expect((1..<400).contains(readCount))
  }

  @Test func mangledMetadataGivesASchemaOrAnError() throws {
    let bytes = Array(SchemaTests.metadata.utf8)
    var errorCount = 0
    SeededGenerator.forEachRound(400) { _, generator in
      do throws(XMLError) {
        let reader = try MetadataReader(generator.mangled(bytes))
        let model = ServiceModelBuilder(
          storeIdentifier: "s", drafts: reader.drafts, notes: reader.notes
        ).model()
        #expect(model.schema.entities.count <= 4)
      } catch { errorCount += 1 }
    }
    #expect((1..<400).contains(errorCount))
  }

  @Test func aMangledListingGivesASchemaOrNone() throws {
    SeededGenerator.forEachRound(400) { _, generator in
      guard
        let read = try? JSONReader.read(generator.mangled(Array(SchemaTests.listing.utf8))),
        let reader = PocketBaseSchema(read.node)
      else { return }
      let model = ServiceModelBuilder(storeIdentifier: "s", drafts: reader.drafts).model()
      #expect(model.schema.entities.count <= 3)
    }
  }

  @Test func mangledLinksLeadSomewhereOrNowhere() throws {
    let header =
      #"<http://h/?f=[{"a":"b"}],x>; rel="first", <http://h/?p=2>; title="a;b,c"; rel="last next""#
    SeededGenerator.forEachRound(2000) { round, generator in
      let text = String(decoding: generator.mangled(Array(header.utf8)), as: UTF8.self)
      guard let link = LinkHeader.next(in: [text]) else { return }
      #expect(text.contains("<\(link)>"), "\(round.comment)")
    }
  }

  /// One reply of a service of each dialect, which is sampled, counted and fetched.
  @Test(arguments: [
    ("drf", #"{"count":2,"next":null,"results":[{"id":1,"a":[1,{"b":null}]},{"id":2,"a":"x"}]}"#),
    ("kinto", #"{"data":[{"id":"a","last_modified":1,"n":1.5},{"id":"b","last_modified":2}]}"#),
    (
      "jsonapi",
      #"{"data":[{"type":"people","id":"1","attributes":{"a":1},"relationships":{"city":"#
        + #"{"data":{"type":"city","id":"2"}}}}],"links":{"next":null},"meta":{"total":1}}"#
    ),
    ("odata", #"{"value":[{"@odata.etag":"W/\"1\"","id":1,"n":1e400}],"@odata.nextLink":null}"#),
    ("postgrest", #"[{"id":1,"t":"2024-01-01T10:00:00Z"},{"id":2,"t":"2024-01-01"}]"#),
  ])
  func mangledRowsAreReadOrAnError(_ dialect: String, _ body: String) throws {
    let dialect = try RESTFixtures.dialect(dialect)
    var codes: [PersistenceError.Code: Int] = [:]
    SeededGenerator.forEachRound(150) { round, generator in
      let text = String(decoding: generator.mangled(Array(body.utf8)), as: UTF8.self)
      let transport = ScriptedTransport { request in
        request.url.path.contains("people") ? .init(body: text) : nil
      }
      do {
        let store = try RESTStore(
          base: HTTPURL("http://h.example/"), dialect: dialect, transport: transport,
          options: .init(collections: ["people"]))
        let descriptor = EntityFetchDescriptor(entity: "people")
        _ = try store.fetch(descriptor, environment: .standard)
        _ = try store.count(descriptor)
      } catch let error as PersistenceError {
        #expect(!(error.detail ?? "").isEmpty, "\(round.comment)")
        codes[error.code, default: 0] += 1
      }
      #expect(transport.requests.count < 60, "\(round.comment)")
    }
    #expect(codes[.corrupt, default: 0] > 5)
  }
}
