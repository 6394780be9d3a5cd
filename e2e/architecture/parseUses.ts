/** The folders that each folder of the server may use, in the order of the diagram. */
export type Uses = ReadonlyMap<string, readonly string[]>;

/** Parses the diagram of the server's folders: lines like `people → hosting http storage`. */
export function parseUses(picture: string): Uses {
  const uses = new Map<string, string[]>();
  for (const line of picture.split('\n').filter((text) => text.trim() !== '')) {
    const [, name, used] = /^([\w-]+)\s+→(.*)$/.exec(line) ?? [];
    if (name === undefined || used === undefined) {
      throw new Error(
        `The picture of the server has a line that is not \`<folder> → <folders>\`: ${line}`,
      );
    }
    if (uses.has(name)) throw new Error(`The picture of the server names ${name} twice.`);
    uses.set(name, used.trim().split(/\s+/).filter(Boolean));
  }
  const names = [...uses.keys()];
  for (const [name, used] of uses) {
    const wrong = used.find((each) => names.indexOf(each) <= names.indexOf(name));
    if (wrong === undefined) continue;
    throw new Error(
      `The picture of the server lets ${name} use ${wrong}, which does not stand below it.`,
    );
  }
  return uses;
}
