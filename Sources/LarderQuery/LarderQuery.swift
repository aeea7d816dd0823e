// LarderQuery
