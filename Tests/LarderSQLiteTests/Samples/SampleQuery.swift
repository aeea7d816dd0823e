import Testing

/// A query in the query language, and SQL that asks the same.
///
/// Both say an order in which no two rows are equal, as far as that can be seen.
struct SampleQuery: CustomTestStringConvertible, Sendable {
  let text: String
  let sql: String

  /// SQLite tells which objects fulfil the conditions.
  let isPushed: Bool

  init(_ text: String, _ sql: String, isPushed: Bool = true) {
    self.text = text
    self.sql = sql
    self.isPushed = isPushed
  }

  var testDescription: String { text }
}

extension SampleQuery {
  static let chinook = [
    SampleQuery(
      #"Track where Album.Artist.Name == "AC/DC" sort by Album.Title, TrackId select Name, Album.Title, Album.Artist.Name"#,
      """
      SELECT t.Name, al.Title, ar.Name FROM Track t JOIN Album al ON al.AlbumId = t.AlbumId
      JOIN Artist ar ON ar.ArtistId = al.ArtistId
      WHERE ar.Name = 'AC/DC' ORDER BY al.Title, t.TrackId
      """),
    SampleQuery(
      #"Invoice where Customer.SupportRep.LastName == "Peacock" && Total > 10 sort by InvoiceId select InvoiceId, InvoiceDate, Total, Customer.Country"#,
      """
      SELECT i.InvoiceId, i.InvoiceDate, i.Total, c.Country FROM Invoice i
      JOIN Customer c USING (CustomerId) JOIN Employee e ON e.EmployeeId = c.SupportRepId
      WHERE e.LastName = 'Peacock' AND i.Total > 10 ORDER BY i.InvoiceId
      """),
    SampleQuery(
      "Invoice group by BillingCountry having count() > 10 sort by BillingCountry select BillingCountry, count(), sum(Total), avg(Total)",
      """
      SELECT BillingCountry, count(*), sum(Total), avg(Total) FROM Invoice
      GROUP BY BillingCountry HAVING count(*) > 10 ORDER BY BillingCountry
      """),
    SampleQuery(
      "Track group by Genre.Name sort by Genre.Name select Genre.Name, count(), min(Milliseconds), max(Bytes)",
      """
      SELECT g.Name, count(*), min(t.Milliseconds), max(t.Bytes)
      FROM Track t LEFT JOIN Genre g USING (GenreId) GROUP BY g.Name ORDER BY g.Name
      """),
    SampleQuery(
      "Artist where Album.count >= 5 sort by Album.count desc, Name select Name, Album.count",
      """
      SELECT ar.Name, count(*) AS n FROM Artist ar JOIN Album USING (ArtistId)
      GROUP BY ar.ArtistId HAVING n >= 5 ORDER BY n DESC, ar.Name
      """),
    SampleQuery(
      #"Playlist where Track.contains { $0.Genre.Name == "Jazz" } sort by PlaylistId select PlaylistId, Name, Track.count"#,
      """
      SELECT p.PlaylistId, p.Name,
        (SELECT count(*) FROM PlaylistTrack x WHERE x.PlaylistId = p.PlaylistId)
      FROM Playlist p WHERE p.PlaylistId IN
        (SELECT pt.PlaylistId FROM PlaylistTrack pt JOIN Track t USING (TrackId)
         JOIN Genre g USING (GenreId) WHERE g.Name = 'Jazz')
      ORDER BY p.PlaylistId
      """),
    SampleQuery(
      #"Customer where Invoice.sum(\.Total) > 45 sort by CustomerId select FirstName, LastName, Invoice.sum(\.Total), Invoice.max(\.Total)"#,
      """
      SELECT c.FirstName, c.LastName, sum(i.Total), max(i.Total)
      FROM Customer c JOIN Invoice i USING (CustomerId)
      GROUP BY c.CustomerId HAVING sum(i.Total) > 45 ORDER BY c.CustomerId
      """, isPushed: false),
    SampleQuery(
      "Employee where ReportsTo == nil || ReportsTo.ReportsTo == nil sort by EmployeeId select LastName, ReportsTo.LastName, HireDate, Employee.count",
      """
      SELECT e.LastName, b.LastName, e.HireDate,
        (SELECT count(*) FROM Employee x WHERE x.ReportsTo = e.EmployeeId)
      FROM Employee e LEFT JOIN Employee b ON b.EmployeeId = e.ReportsTo
      WHERE b.ReportsTo IS NULL ORDER BY e.EmployeeId
      """),
    SampleQuery(
      "Album where Track.allSatisfy { $0.Composer == nil } && Track.count > 10 sort by AlbumId select Title, Artist.Name",
      """
      SELECT al.Title, ar.Name FROM Album al JOIN Artist ar USING (ArtistId)
      WHERE NOT EXISTS
        (SELECT 1 FROM Track t WHERE t.AlbumId = al.AlbumId AND t.Composer IS NOT NULL)
      AND (SELECT count(*) FROM Track t WHERE t.AlbumId = al.AlbumId) > 10 ORDER BY al.AlbumId
      """),
    SampleQuery(
      #"Track where InvoiceLine.isEmpty && MediaType.Name.contains("aac", .ci) sort by TrackId"#,
      """
      SELECT t.* FROM Track t JOIN MediaType m USING (MediaTypeId)
      LEFT JOIN InvoiceLine l USING (TrackId)
      WHERE l.InvoiceLineId IS NULL AND m.Name LIKE '%aac%' ORDER BY t.TrackId
      """),
    SampleQuery(
      #"Customer where Country in ["Brazil", "Canada"] && Company != nil sort by CustomerId"#,
      """
      SELECT * FROM Customer WHERE Country IN ('Brazil', 'Canada') AND Company IS NOT NULL
      ORDER BY CustomerId
      """),
    SampleQuery(
      #"Track where Name.hasPrefix("The ") sort by Milliseconds desc, TrackId limit 20 offset 5 select Name, Milliseconds / 1000, Composer ?? "unknown""#,
      """
      SELECT Name, Milliseconds / 1000, coalesce(Composer, 'unknown') FROM Track
      WHERE substr(Name, 1, 4) = 'The ' ORDER BY Milliseconds DESC, TrackId LIMIT 20 OFFSET 5
      """),
  ]

  static let northwind = [
    SampleQuery(
      #"Orders where Customer.Country == "Germany" && Freight > 100 sort by OrderID"#,
      """
      SELECT o.* FROM Orders o JOIN Customers c USING (CustomerID)
      WHERE c.Country = 'Germany' AND o.Freight > 100 ORDER BY o.OrderID
      """),
    SampleQuery(
      #"Products where Category.CategoryName == "Seafood" && UnitPrice < 20 sort by ProductID select ProductName, UnitPrice, Supplier.CompanyName"#,
      """
      SELECT p.ProductName, p.UnitPrice, s.CompanyName FROM Products p
      JOIN Categories c USING (CategoryID) JOIN Suppliers s USING (SupplierID)
      WHERE c.CategoryName = 'Seafood' AND p.UnitPrice < 20 ORDER BY p.ProductID
      """),
    SampleQuery(
      #"Employees where Territories.contains { $0.Region.RegionDescription.hasPrefix("Western") } sort by EmployeeID select FirstName, LastName, Territories.count"#,
      """
      SELECT e.FirstName, e.LastName,
        (SELECT count(*) FROM EmployeeTerritories x WHERE x.EmployeeID = e.EmployeeID)
      FROM Employees e WHERE e.EmployeeID IN
        (SELECT et.EmployeeID FROM EmployeeTerritories et JOIN Territories t USING (TerritoryID)
         JOIN Regions r USING (RegionID) WHERE substr(r.RegionDescription, 1, 7) = 'Western')
      ORDER BY e.EmployeeID
      """),
    SampleQuery(
      "Orders where `Order Details`.sum { $0.UnitPrice * $0.Quantity } > 10000 sort by OrderID select OrderID, OrderDate, `Order Details`.count, Customer.CompanyName",
      """
      SELECT o.OrderID, o.OrderDate, count(*), c.CompanyName FROM Orders o
      JOIN [Order Details] d USING (OrderID) JOIN Customers c USING (CustomerID)
      GROUP BY o.OrderID HAVING sum(d.UnitPrice * d.Quantity) > 10000 ORDER BY o.OrderID
      """, isPushed: false),
    SampleQuery(
      "`Order Details` group by Product.Category.CategoryName sort by Product.Category.CategoryName select Product.Category.CategoryName, sum(Quantity), avg(Discount), count()",
      """
      SELECT c.CategoryName, sum(d.Quantity), avg(d.Discount), count(*) FROM [Order Details] d
      JOIN Products p USING (ProductID) JOIN Categories c USING (CategoryID)
      GROUP BY c.CategoryName ORDER BY c.CategoryName
      """),
    SampleQuery(
      "Customers where Orders.isEmpty sort by CustomerID",
      """
      SELECT * FROM Customers WHERE CustomerID NOT IN
        (SELECT CustomerID FROM Orders WHERE CustomerID IS NOT NULL) ORDER BY CustomerID
      """),
    SampleQuery(
      "Orders where ShippedDate == nil && Employee.ReportsTo.ReportsTo == nil sort by OrderDate, OrderID select OrderID, OrderDate, Employee.LastName, Employee.ReportsTo.LastName",
      """
      SELECT o.OrderID, o.OrderDate, e.LastName, b.LastName FROM Orders o
      LEFT JOIN Employees e USING (EmployeeID) LEFT JOIN Employees b ON b.EmployeeID = e.ReportsTo
      WHERE o.ShippedDate IS NULL AND b.ReportsTo IS NULL ORDER BY o.OrderDate, o.OrderID
      """),
    SampleQuery(
      "Orders where OrderDate >= @1997-01-01 && OrderDate < @1997-02-01 group by ShipVia.CompanyName sort by ShipVia.CompanyName select ShipVia.CompanyName, count(), sum(Freight)",
      """
      SELECT s.CompanyName, count(*), sum(o.Freight) FROM Orders o
      JOIN Shippers s ON s.ShipperID = o.ShipVia
      WHERE date(o.OrderDate) BETWEEN '1997-01-01' AND '1997-01-31'
      GROUP BY s.CompanyName ORDER BY s.CompanyName
      """),
    SampleQuery(
      "Suppliers where Products.allSatisfy { $0.UnitsInStock > 0 } && Products.count > 2 sort by SupplierID",
      """
      SELECT s.* FROM Suppliers s WHERE NOT EXISTS
        (SELECT 1 FROM Products p WHERE p.SupplierID = s.SupplierID
         AND NOT coalesce(p.UnitsInStock > 0, 0))
      AND (SELECT count(*) FROM Products p WHERE p.SupplierID = s.SupplierID) > 2
      ORDER BY s.SupplierID
      """),
    SampleQuery(
      "`Order Details` where Discount >= 0.25 && Product.Discontinued == \"1\" sort by OrderID, ProductID",
      """
      SELECT d.* FROM [Order Details] d JOIN Products p USING (ProductID)
      WHERE d.Discount >= 0.25 AND p.Discontinued = '1' ORDER BY d.OrderID, d.ProductID
      """),
    SampleQuery(
      #"`Order Subtotals` where Subtotal > 12000 sort by OrderID"#,
      "SELECT * FROM [Order Subtotals] WHERE Subtotal > 12000 ORDER BY OrderID"),
    SampleQuery(
      "Employees sort by BirthDate select LastName, BirthDate, ReportsTo, Orders.count",
      """
      SELECT LastName, BirthDate, ReportsTo,
        (SELECT count(*) FROM Orders o WHERE o.EmployeeID = e.EmployeeID)
      FROM Employees e ORDER BY BirthDate
      """),
  ]

  static let murderMystery = [
    SampleQuery(
      #"person where license.hair_color == "red" && license.car_make == "Tesla" && ssn.annual_income > 100000 sort by id select name, license.plate_number, ssn.annual_income"#,
      """
      SELECT p.name, d.plate_number, i.annual_income FROM person p
      JOIN drivers_license d ON d.id = p.license_id JOIN income i ON i.ssn = p.ssn
      WHERE d.hair_color = 'red' AND d.car_make = 'Tesla' AND i.annual_income > 100000
      ORDER BY p.id
      """),
    SampleQuery(
      #"person where address_street_name == "Golden Ave" && facebook_event_checkin.count { $0.event_name == "SQL Symphony Concert" && $0.date in 20171201...20171231 } == 3 sort by id"#,
      """
      SELECT p.* FROM facebook_event_checkin f JOIN person p ON p.id = f.person_id
      WHERE f.event_name = 'SQL Symphony Concert' AND f.date BETWEEN 20171201 AND 20171231
      AND p.address_street_name = 'Golden Ave' GROUP BY p.id HAVING count(*) = 3 ORDER BY p.id
      """),
    SampleQuery(
      #"get_fit_now_member where membership_status == "gold" && get_fit_now_check_in.contains { $0.check_in_date == 20180109 } sort by id select id, name, person.license.plate_number, get_fit_now_check_in.count"#,
      """
      SELECT m.id, m.name, d.plate_number,
        (SELECT count(*) FROM get_fit_now_check_in c WHERE c.membership_id = m.id)
      FROM get_fit_now_member m LEFT JOIN person p ON p.id = m.person_id
      LEFT JOIN drivers_license d ON d.id = p.license_id
      WHERE m.membership_status = 'gold' AND m.id IN
        (SELECT membership_id FROM get_fit_now_check_in WHERE check_in_date = 20180109)
      ORDER BY m.id
      """),
    SampleQuery(
      #"get_fit_now_check_in where membership.person.license.gender == "female" && membership.membership_status == "gold" && check_in_time < 300 sort by check_in_date, membership.id, check_in_time select membership.name, check_in_date, check_in_time"#,
      """
      SELECT m.name, c.check_in_date, c.check_in_time FROM get_fit_now_check_in c
      JOIN get_fit_now_member m ON m.id = c.membership_id JOIN person p ON p.id = m.person_id
      JOIN drivers_license d ON d.id = p.license_id
      WHERE d.gender = 'female' AND m.membership_status = 'gold' AND c.check_in_time < 300
      ORDER BY c.check_in_date, m.id, c.check_in_time
      """),
    SampleQuery(
      "drivers_license where age == 30 && height == 66 && person.isEmpty sort by id",
      """
      SELECT * FROM drivers_license WHERE age = 30 AND height = 66 AND id NOT IN
        (SELECT license_id FROM person WHERE license_id IS NOT NULL) ORDER BY id
      """),
    SampleQuery(
      #"crime_scene_report where city == "SQL City" && type == "murder" sort by date, description"#,
      """
      SELECT * FROM crime_scene_report WHERE city = 'SQL City' AND type = 'murder'
      ORDER BY date, description
      """),
    SampleQuery(
      "person group by license.eye_color sort by license.eye_color select license.eye_color, count(), avg(ssn.annual_income), count(ssn)",
      """
      SELECT d.eye_color, count(*), avg(i.annual_income), count(p.ssn) FROM person p
      LEFT JOIN drivers_license d ON d.id = p.license_id LEFT JOIN income i ON i.ssn = p.ssn
      GROUP BY d.eye_color ORDER BY d.eye_color
      """),
    SampleQuery(
      #"interview where person.name.hasSuffix("Miller") && transcript.contains("gym", .ci) || transcript.contains("hit man") sort by person.id, transcript select person.name, transcript"#,
      """
      SELECT p.name, i.transcript FROM interview i JOIN person p ON p.id = i.person_id
      WHERE p.name LIKE '%Miller' AND i.transcript LIKE '%gym%'
      OR instr(i.transcript, 'hit man') > 0 ORDER BY p.id, i.transcript
      """),
    SampleQuery(
      #"person where address_street_name == "Northwestern Dr" sort by address_number desc limit 3 select name, address_number, interview.count, license.age"#,
      """
      SELECT p.name, p.address_number,
        (SELECT count(*) FROM interview i WHERE i.person_id = p.id), d.age
      FROM person p LEFT JOIN drivers_license d ON d.id = p.license_id
      WHERE p.address_street_name = 'Northwestern Dr' ORDER BY p.address_number DESC LIMIT 3
      """),
    SampleQuery(
      "facebook_event_checkin where person.address_number > 3900 group by event_id sort by event_id select event_id, count(), min(date), max(date)",
      """
      SELECT f.event_id, count(*), min(f.date), max(f.date) FROM facebook_event_checkin f
      LEFT JOIN person p ON p.id = f.person_id WHERE p.address_number > 3900
      GROUP BY f.event_id ORDER BY f.event_id
      """),
    SampleQuery(
      "income where annual_income > 450000 && person.isEmpty == false sort by annual_income desc, ssn select ssn, annual_income, person.count",
      """
      SELECT i.ssn, i.annual_income, count(*) FROM income i JOIN person p ON p.ssn = i.ssn
      WHERE i.annual_income > 450000 GROUP BY i.ssn ORDER BY i.annual_income DESC, i.ssn
      """),
  ]
}
