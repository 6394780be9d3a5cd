/** Characters of one field in the log: enough for a stack trace. */
const MAX_FIELD_LENGTH = 4096;

/** Truncates long fields in a line of JSON, which stays valid. Any other line is truncated as a whole. */
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
    // Logging must not fail.
    return undefined;
  }
}

function cut(text: string): string {
  return text.length <= MAX_FIELD_LENGTH ? text : `${text.slice(0, MAX_FIELD_LENGTH)}…`;
}
