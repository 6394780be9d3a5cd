const ASCII = /^[\u0000-\u007f]*$/;

/** A condition that one of several columns contains a text, ignoring case; always true without a text. */
export function contains(
  columns: readonly string[],
  text: string | undefined,
): { condition: string; patterns: string[] } {
  if (text === undefined || text === '') return { condition: '1 = 1', patterns: [] };
  const patterns = spellingsOf(text).map((each) => `%${each.replaceAll(/[%_!]/g, '!$&')}%`);
  const each = columns.flatMap((column) =>
    patterns.map((pattern) => ({ is: `LOWER(${column}) LIKE ? ESCAPE '!'`, pattern })),
  );
  return {
    condition: `(${each.map(({ is }) => is).join(' OR ')})`,
    patterns: each.map(({ pattern }) => pattern),
  };
}

/** SQLite knows the case of ASCII letters alone, so the others are looked for as they are usually written. */
function spellingsOf(text: string): string[] {
  const lower = text.toLowerCase();
  if (ASCII.test(text)) return [lower];
  const capitalized = lower.replaceAll(/(?<!\p{L})\p{L}/gu, (letter) => letter.toUpperCase());
  return [...new Set([lower, text, capitalized, text.toUpperCase()])];
}
