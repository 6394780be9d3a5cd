const ESCAPES = /\u001b\[[0-9;]*m/g;

/** The width of a text in columns, without its colour codes. */
export function textWidth(text: string): number {
  return Array.from(text.replace(ESCAPES, '')).length;
}

/** Pads a text with spaces to a width, at its end or start. */
export function pad(text: string, width: number, align: 'left' | 'right' = 'left'): string {
  const spaces = ' '.repeat(Math.max(0, width - textWidth(text)));
  return align === 'left' ? text + spaces : spaces + text;
}
