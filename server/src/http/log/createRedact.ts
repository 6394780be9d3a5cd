import { cutLongFields } from './cutLongFields.ts';

/**
 * Text that is a secret by its form, and what is left of it. Strangers decide what is in a line: whatever an expression
 * has read before it fails must not be where it begins again.
 */
export const FORMS: readonly (readonly [RegExp, string])[] = [
  // Everything that we issue: hat_ admin tokens, hrt_ refresh tokens, hsk_ server keys, hgk_ and hgt_ of devices, and others.
  [/\b(h[a-z]{2})_[\w-]{20,}/g, '$1_…'],
  // JSON Web Tokens, also one whose end was cut off.
  [/\beyJ[\w-]{8,}(?:\.[\w-]*)*/g, 'eyJ…'],
  // Name and password of an address.
  [/(:\/\/)[^\s/@"]+@/g, '$1…@'],
  [/\b(Bearer +|Basic +|key=)[^\s"\\,]{8,}/gi, '$1…'],
  // A part of a query that is called like a secret.
  [/([?&][\w.-]*(?:token|key|secret|password|signature|code|credential)=)[^&\s"\\]+/gi, '$1…'],
  // A field of an object, also of one that is text within the line.
  [
    /("[\w-]*(?:authorization|cookie|password|passphrase|secret|refreshToken|accessToken)\\*":\s*\\*")(?:[^"\\]|\\[^"])+/gi,
    '$1…',
  ],
];

/**
 * Takes secrets out of a line of the log: those that have the form of one, and those that the server was started with. It
 * is the one place for it, so that nobody who logs something has to think of it.
 */
export function createRedact(secrets: readonly string[]): (line: string) => string {
  const known = [...new Set(secrets)].filter((secret) => secret.length > 0);
  return (line) => {
    let shown = line;
    for (const secret of known) shown = shown.replaceAll(secret, '…');
    // Those that are known are out by now: of these a half would not be recognised.
    shown = cutLongFields(shown);
    for (const [form, left] of FORMS) shown = shown.replace(form, left);
    return shown;
  };
}
