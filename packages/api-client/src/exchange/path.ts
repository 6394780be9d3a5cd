/** A path with its parts escaped. */
export function path(strings: TemplateStringsArray, ...parts: string[]): string {
  return String.raw({ raw: strings }, ...parts.map(encodeURIComponent));
}

/** Whether a path leads where it says: an empty part, or `..` for an appId, would lead somewhere else. */
export function isStraight(text: string): boolean {
  return !/\/\.{0,2}(?:\/|$)/.test(text);
}
