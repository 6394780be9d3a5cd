// What comes from outside is read by hand here: a library for schemas would be as large as the rest of the core.

/** An object as it came from outside. */
export type Fields = Readonly<Record<string, unknown>>;

/** What JSON says; undefined for what is none. */
export function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The object that a value is; undefined for everything else. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;
}

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

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
