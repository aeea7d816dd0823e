// StoreConformanceTests
