/**
 * Replaces the name in a template's file: in UI text, a string, JSON, or prose. It is escaped for each context, in the way
 * a person would write it.
 */
export function writeName(
  text: string,
  path: string,
  { from, to }: { from: string; to: string },
): string {
  // Replacer functions throughout: `$&` in a name is part of the name.
  if (path.endsWith('.json')) return text.replaceAll(`"${from}"`, () => JSON.stringify(to));
  if (!/\.[cm]?[jt]sx?$/.test(path)) return text.replaceAll(from, () => to);
  const literal = quote(to);
  return text
    .replaceAll(`="${from}"`, () => (/["&]/.test(to) ? `={${literal}}` : `="${to}"`))
    .replaceAll(`>${from}<`, () => (/[{}<>&]/.test(to) ? `>{${literal}}<` : `>${to}<`))
    .replaceAll(`'${from}'`, () => literal);
}

/** A string in the quotes that need fewer escapes, as formatters write it. */
function quote(text: string): string {
  const doubled = JSON.stringify(text);
  const count = (mark: string) => text.split(mark).length;
  if (count("'") > count('"')) return doubled;
  return `'${doubled
    .slice(1, -1)
    .replaceAll(String.raw`\"`, '"')
    .replaceAll("'", String.raw`\'`)}'`;
}
