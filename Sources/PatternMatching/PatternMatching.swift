// PatternMatching
