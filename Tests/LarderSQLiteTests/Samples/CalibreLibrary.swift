/// What is put into calibre's empty library, and queries of it.
enum CalibreLibrary {
  /// The triggers go first: they call functions of calibre's.
  static let books = """
    DROP TRIGGER books_insert_trg; DROP TRIGGER books_update_trg; DROP TRIGGER series_insert_trg;
    INSERT INTO authors (id, name, sort) VALUES (1, 'Ursula K. Le Guin', 'Le Guin, Ursula K.'),
      (2, 'Stanisław Lem', 'Lem, Stanisław'), (3, 'Terry Pratchett', 'Pratchett, Terry'),
      (4, 'Neil Gaiman', 'Gaiman, Neil'), (5, 'Nobody', NULL);
    INSERT INTO series (id, name) VALUES (1, 'Earthsea'), (2, 'Discworld');
    INSERT INTO tags (id, name) VALUES (1, 'Fantasy'), (2, 'SF'), (3, 'Humour');
    INSERT INTO ratings (id, rating) VALUES (1, 10), (2, 6);
    INSERT INTO books (id, title, sort, series_index, author_sort, path, has_cover, pubdate) VALUES
      (1, 'A Wizard of Earthsea', 'Wizard of Earthsea, A', 1, 'Le Guin', 'a', 1, '1968-11-01 00:00:00+00:00'),
      (2, 'The Tombs of Atuan', 'Tombs of Atuan, The', 2, 'Le Guin', 'b', 0, '1971-01-01 00:00:00+00:00'),
      (3, 'Solaris', 'Solaris', 1, 'Lem', 'c', 1, '1961-06-01 00:00:00+00:00'),
      (4, 'Good Omens', 'Good Omens', 1, 'Pratchett & Gaiman', 'd', 1, '1990-05-10 00:00:00+00:00'),
      (5, 'Mort', 'Mort', 4, 'Pratchett', 'e', 0, '1987-11-12 00:00:00+00:00'),
      (6, 'The Dispossessed', 'Dispossessed, The', 1, 'Le Guin', 'f', 0, NULL);
    INSERT INTO books_authors_link (book, author) VALUES
      (1, 1), (2, 1), (3, 2), (4, 3), (4, 4), (5, 3), (6, 1);
    INSERT INTO books_series_link (book, series) VALUES (1, 1), (2, 1), (5, 2);
    INSERT INTO books_tags_link (book, tag) VALUES (1, 1), (2, 1), (3, 2), (4, 1), (4, 3), (5, 3), (6, 2);
    INSERT INTO books_ratings_link (book, rating) VALUES (1, 1), (3, 1), (5, 2);
    INSERT INTO data (book, format, uncompressed_size, name) VALUES
      (1, 'EPUB', 300000, 'wizard'), (1, 'PDF', 900000, 'wizard'), (3, 'EPUB', 250000, 'solaris'),
      (4, 'AZW3', 700000, 'omens');
    INSERT INTO identifiers (book, type, val) VALUES (1, 'isbn', '9780547773742'), (4, 'isbn', '9780060853976'),
      (4, 'goodreads', '12067');
    """

  static let models = #"""
    @Model class books {
      var title: String
      var series_index: Double
      var pubdate: Date?
      var has_cover: Bool?
      @Relationship(inverse: \books_authors_link.book) var author_links: [books_authors_link]
      @Relationship(inverse: \books_tags_link.book) var tag_links: [books_tags_link]
      @Relationship(inverse: \books_series_link.book) var series_links: [books_series_link]
      @Relationship(inverse: \books_ratings_link.book) var rating_links: [books_ratings_link]
      @Relationship(inverse: \data.book) var formats: [data]
    }
    @Model class authors {
      var name: String
      @Relationship(inverse: \books_authors_link.author) var book_links: [books_authors_link]
    }
    @Model class tags {
      var name: String
      @Relationship(inverse: \books_tags_link.tag) var book_links: [books_tags_link]
    }
    @Model class series { var name: String }
    @Model class ratings { var rating: Int? }
    @Model class books_authors_link { var book: books; var author: authors }
    @Model class books_tags_link { var book: books; var tag: tags }
    @Model class books_series_link { var book: books; var series: series }
    @Model class books_ratings_link { var book: books; var rating: ratings }
    @Model class data { var format: String; var uncompressed_size: Int; var book: books }
    """#
}

extension SampleQuery {
  static let calibre = [
    SampleQuery(
      #"books where author_links.contains { $0.author.name == "Ursula K. Le Guin" } sort by id select id, title, pubdate"#,
      """
      SELECT b.id, b.title, b.pubdate FROM books b JOIN books_authors_link l ON l.book = b.id
      JOIN authors a ON a.id = l.author WHERE a.name = 'Ursula K. Le Guin' ORDER BY b.id
      """),
    SampleQuery(
      "books where author_links.count > 1 sort by id",
      "SELECT * FROM books WHERE (SELECT count(*) FROM books_authors_link l WHERE l.book = books.id) > 1"
    ),
    SampleQuery(
      "authors where book_links.isEmpty sort by id select name, `sort`",
      "SELECT name, sort FROM authors WHERE id NOT IN (SELECT author FROM books_authors_link)"),
    SampleQuery(
      "books_tags_link group by tag.name sort by tag.name select tag.name, count(), min(book.pubdate)",
      """
      SELECT t.name, count(*), min(b.pubdate) FROM books_tags_link l JOIN tags t ON t.id = l.tag
      JOIN books b ON b.id = l.book GROUP BY t.name ORDER BY t.name
      """),
    SampleQuery(
      #"books_series_link where series.name == "Earthsea" sort by book.series_index desc select book.title, book.series_index, series.name"#,
      """
      SELECT b.title, b.series_index, s.name FROM books_series_link l JOIN books b ON b.id = l.book
      JOIN series s ON s.id = l.series WHERE s.name = 'Earthsea' ORDER BY b.series_index DESC
      """),
    SampleQuery(
      "books where rating_links.contains { $0.rating.rating >= 8 } && has_cover sort by title select title",
      """
      SELECT b.title FROM books b JOIN books_ratings_link l ON l.book = b.id
      JOIN ratings r ON r.id = l.rating WHERE r.rating >= 8 AND b.has_cover ORDER BY b.title
      """),
    SampleQuery(
      #"books where formats.sum(\.uncompressed_size) > 600000 sort by id select title, formats.count, formats.sum(\.uncompressed_size)"#,
      """
      SELECT b.title, count(*), sum(d.uncompressed_size) FROM books b JOIN data d ON d.book = b.id
      GROUP BY b.id HAVING sum(d.uncompressed_size) > 600000 ORDER BY b.id
      """, isPushed: false),
    SampleQuery(
      "books where pubdate < @1980-01-01 && series_links.isEmpty sort by pubdate",
      """
      SELECT * FROM books WHERE pubdate < '1980-01-01'
      AND id NOT IN (SELECT book FROM books_series_link) ORDER BY pubdate
      """),
    SampleQuery(
      #"data where format == "EPUB" && book.author_links.contains { $0.author.name.contains("ł") } select name, uncompressed_size, book.title"#,
      """
      SELECT d.name, d.uncompressed_size, b.title FROM data d JOIN books b ON b.id = d.book
      WHERE d.format = 'EPUB' AND b.id IN (SELECT l.book FROM books_authors_link l
        JOIN authors a ON a.id = l.author WHERE instr(a.name, 'ł') > 0)
      """),
    SampleQuery(
      #"tags where book_links.none { $0.book.series_index > 1 } sort by id select name, book_links.count"#,
      """
      SELECT t.name, (SELECT count(*) FROM books_tags_link l WHERE l.tag = t.id) FROM tags t
      WHERE t.id NOT IN (SELECT l.tag FROM books_tags_link l JOIN books b ON b.id = l.book
        WHERE b.series_index > 1) ORDER BY t.id
      """),
    SampleQuery(
      #"authors where name == "URSULA K. LE GUIN" || name == "Nobody" sort by id"#,
      "SELECT * FROM authors WHERE name COLLATE BINARY IN ('URSULA K. LE GUIN', 'Nobody') ORDER BY id"
    ),
  ]
}
