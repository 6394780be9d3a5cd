/** Names that somebody typed, between commas or blanks. */
export function readNames(text: string): string[] {
  return text.split(/[,\s]+/).filter(Boolean);
}
