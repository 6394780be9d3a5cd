import { type Fields, isText } from '@host/contracts';

/** The strings in a list; undefined if the value is not a list. */
export function textsOf(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter(isText) : undefined;
}

/** Picks the fields that are strings. */
export function pickTexts<Name extends string>(
  fields: Fields,
  names: readonly Name[],
): { [Key in Name]?: string } {
  const picked: { [Key in Name]?: string } = {};
  for (const name of names) {
    const value = fields[name];
    if (isText(value)) picked[name] = value;
  }
  return picked;
}
