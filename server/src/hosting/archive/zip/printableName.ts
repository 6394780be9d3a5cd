const SHOWN_LENGTH = 80;

const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** A name out of an archive in quotes, fit for a message: cut, and with escapes for what would garble a log. */
export function printableName(name: string): string {
  const shown = name
    .slice(0, SHOWN_LENGTH)
    .replace(UNPRINTABLE, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
  return `"${shown}${name.length > SHOWN_LENGTH ? '…' : ''}"`;
}
