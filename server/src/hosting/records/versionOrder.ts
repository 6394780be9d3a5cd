const DIGITS = 9;

/** The version as text that orders like the version: every number padded to the most digits that one may have. */
export function versionOrder(version: string): string {
  return version
    .split('.')
    .map((part) => part.padStart(DIGITS, '0'))
    .join('.');
}
