// For what clients read without a schema: a library for schemas is as large as the whole core of @host/push.

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

/** Whether a value is a text. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
