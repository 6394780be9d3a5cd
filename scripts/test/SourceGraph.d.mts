/** The import graph of the repository, type imports included; files are parsed lazily. */
export class SourceGraph {
  constructor(root: string);
  reach(files: Iterable<string>): Set<string>;
  importers(files: Iterable<string>): Map<string, string[]>;
  importsOf(file: string): string[];
  textOf(file: string): string;
}
