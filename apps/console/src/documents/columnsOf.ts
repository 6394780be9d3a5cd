const MAX_COLUMNS = 4;
const MAX_TEXT = 80;

/** The fields that most documents have, the most frequent first, without the id. */
export function columnsOf(documents: readonly Readonly<Record<string, unknown>>[]): string[] {
  const counts = new Map<string, number>();
  for (const document of documents) {
    for (const name of Object.keys(document)) {
      if (name !== 'id') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }
  return [...counts]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, MAX_COLUMNS)
    .map(([name]) => name);
}

/** A value in a cell: as text, and not too long. */
export function previewOf(value: unknown): string {
  if (value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}
