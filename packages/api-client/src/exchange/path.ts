/** Builds a path, with its interpolated segments escaped. */
export function path(strings: TemplateStringsArray, ...parts: string[]): string {
  return String.raw({ raw: strings }, ...parts.map(encodeURIComponent));
}

/** Whether a path is safe from normalization: an empty segment, or `..` for an appId, would lead somewhere else. */
export function isStraight(text: string): boolean {
  return !/\/\.{0,2}(?:\/|$)/.test(text);
}
