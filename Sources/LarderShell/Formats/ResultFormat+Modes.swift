extension OutputMode {
  /// The format that writes this mode.
  func format(to output: Output, settings: OutputSettings) -> any ResultFormat {
    let format = plainFormat(to: output, settings: settings)
    return settings.tellsLosses ? LossTellingFormat(format, mode: self) : format
  }

  private func plainFormat(to output: Output, settings: OutputSettings) -> any ResultFormat {
    switch self {
    case .box: TableFormat(output: output, settings: settings, style: .box)
    case .table: TableFormat(output: output, settings: settings, style: .table)
    case .markdown: TableFormat(output: output, settings: settings, style: .markdown)
    case .line: LineFormat(output: output, settings: settings)
    case .tree: TreeFormat(output: output, settings: settings)
    case .csv: SeparatedFormat(output: output, settings: settings, separator: .comma)
    case .tsv: SeparatedFormat(output: output, settings: settings, separator: .tab)
    case .json: JSONLinesFormat(output: output, settings: settings, isArray: true)
    case .jsonl: JSONLinesFormat(output: output, settings: settings, isArray: false)
    case .insert: InsertFormat(output: output)
    case .template: TemplateFormat(output: output, settings: settings)
    }
  }
}
