const ESCAPES = /\u001b\[[0-9;]*m/g;

/** How many columns a text takes, without the colours in it. */
export function textWidth(text: string): number {
  return Array.from(text.replace(ESCAPES, '')).length;
}

/** Fills a text with spaces to a width, at its end or at its start. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}
