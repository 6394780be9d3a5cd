/** How much of one field is logged: enough for a stack, and not a page of what a stranger wrote. */
const MAX_FIELD_LENGTH = 4096;

/** Cuts what is too long in a line of JSON; it stays one. A line that is none is cut as a whole. */
export function cutLongFields(line: string): string {
  if (line.length <= MAX_FIELD_LENGTH) return line;
  return `${cutFields(line) ?? cut(line.trimEnd())}\n`;
}

function cutFields(line: string): string | undefined {
  try {
    const fields: unknown = JSON.parse(line, (_, value: unknown) =>
      typeof value === 'string' ? cut(value) : value,
    );
    return JSON.stringify(fields);
  } catch {
    // Whoever logs is not to fail for it.
    return undefined;
  }
}

function cut(text: string): string {
  return text.length <= MAX_FIELD_LENGTH ? text : `${text.slice(0, MAX_FIELD_LENGTH)}…`;
}
