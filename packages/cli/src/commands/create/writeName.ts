/**
 * Puts another name for the one that a file of a template has: as text of the interface, in a string, in JSON, in prose.
 * It stays a text whatever is in it, and stands as somebody would write it.
 */
export function writeName(
  text: string,
  path: string,
  { from, to }: { from: string; to: string },
): string {
  // By functions throughout: `$&` in a name is a part of the name.
  if (path.endsWith('.json')) return text.replaceAll(`"${from}"`, () => JSON.stringify(to));
  if (!/\.[cm]?[jt]sx?$/.test(path)) return text.replaceAll(from, () => to);
  const literal = quote(to);
  return text
    .replaceAll(`="${from}"`, () => (/["&]/.test(to) ? `={${literal}}` : `="${to}"`))
    .replaceAll(`>${from}<`, () => (/[{}<>&]/.test(to) ? `>{${literal}}<` : `>${to}<`))
    .replaceAll(`'${from}'`, () => literal);
}

/** A string in the quotes that need fewer escapes, as a formatter has it. */
function quote(text: string): string {
  const doubled = JSON.stringify(text);
  const count = (mark: string) => text.split(mark).length;
  if (count("'") > count('"')) return doubled;
  return `'${doubled
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}
