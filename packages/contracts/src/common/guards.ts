// For clients that parse without a schema: a schema library is as large as the whole core of @host/push.

/** An untrusted object, whose fields are not validated yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** Parses JSON; undefined if the text is not valid JSON. */
export function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** The value itself if it is an object, otherwise undefined. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined;
}

/** Whether a value is a string. */
export function isText(value: unknown): value is string {
  return typeof value === 'string';
}
