/** Which files of the repository import which, types included, read as far as they are asked for. */
export class SourceGraph {
  constructor(root: string);
  reach(files: Iterable<string>): Set<string>;
  importers(files: Iterable<string>): Map<string, string[]>;
  importsOf(file: string): string[];
  textOf(file: string): string;
}
