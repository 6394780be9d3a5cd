const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
} as const;

/** Colours for a terminal; if they are disabled, each returns the text unchanged. */
export type Palette = Record<keyof typeof CODES, (text: string) => string>;

export function createPalette(isOn: boolean): Palette {
  const entries = Object.entries(CODES).map(([name, [open, close]]) => [
    name,
    (text: string) => (isOn ? `\u001b[${open}m${text}\u001b[${close}m` : text),
  ]);
  return Object.fromEntries(entries) as Palette;
}

/** Whether to write in colour: only to a terminal, and never where NO_COLOR is set. */
export function wantsColor(stream: { isTTY?: boolean }, env: NodeJS.ProcessEnv): boolean {
  return Boolean(stream.isTTY) && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}
