/** A file or folder that the tree of ARCHITECTURE.md names. */
export interface TreeEntry {
  path: string;
  /** Marked with `(planned)` at the end of its line, or inside a folder that is. */
  isPlanned: boolean;
}

interface Folder extends TreeEntry {
  indent: number;
}

const INDENT = 2;

/** Parses the tree: one entry per line or several separated by two spaces, folders with a slash, two spaces per level. */
export function parseTree(tree: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let open: Folder[] = [];
  for (const line of tree.split('\n')) {
    const indent = line.search(/\S/);
    open = open.filter((folder) => folder.indent < indent);
    const parent = open.at(-1);
    // Indented deeper than a child can be: a continuation of the description above.
    if (indent > (parent === undefined ? 0 : parent.indent + INDENT)) continue;

    const isPlanned = /\(planned\)\s*$/.test(line) || parent?.isPlanned === true;
    for (const name of namesIn(line)) {
      const path = (parent?.path ?? '') + name;
      entries.push({ path, isPlanned });
      if (name.endsWith('/')) open.push({ path, isPlanned, indent });
    }
  }
  return entries;
}

function namesIn(line: string): string[] {
  const columns = line.trim().split(/ {2,}/);
  const end = columns.findIndex((column, index) => !isName(column, index === 0));
  return end === -1 ? columns : columns.slice(0, end);
}

// The text after the first name is another name if it looks like one, and the description otherwise.
function isName(column: string, isFirst: boolean): boolean {
  if (!/^[\w.@/-]+$/.test(column)) return false;
  return isFirst || /\/$|\.\w+$|^[A-Z]+$/.test(column);
}
