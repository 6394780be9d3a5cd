import { type Fields, isText } from '@host/contracts';

/** The texts that a list holds; undefined for what is no list. */
export function textsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter(isText) : undefined;
}

/** Those fields that are texts, each under its own name or, by `names`, under another. */
export function pickTexts<Name extends string>(
  fields: Fields,
  names: Readonly<Record<Name, string>>,
): { [Key in Name]?: string } {
  const picked: { [Key in Name]?: string } = {};
  for (const name in names) {
    const value = fields[names[name]];
    if (isText(value)) picked[name] = value;
  }
  return picked;
}
