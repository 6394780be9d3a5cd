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

/** Reads the tree: one entry a line, or several separated by two spaces, folders with a slash, two spaces a level. */
export function parseTree(tree: string): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let open: Folder[] = [];
  for (const line of tree.split('\n')) {
    const indent = line.search(/\S/);
    open = open.filter((folder) => folder.indent < indent);
    const parent = open.at(-1);
    // Deeper than a child can stand: the description above goes on.
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

// What comes after the first name is a second name only if it looks like one, else it is the description.
function isName(column: string, isFirst: boolean): boolean {
  if (!/^[\w.@/-]+$/.test(column)) return false;
  return isFirst || /\/$|\.\w+$|^[A-Z]+$/.test(column);
}
