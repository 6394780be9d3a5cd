import { cutLongFields } from './cutLongFields.ts';

/**
 * Patterns of secrets, and their replacements. Strangers can influence the content of lines, so no pattern may backtrack
 * more than linearly.
 */
export const FORMS: readonly (readonly [RegExp, string])[] = [
  // Everything that we issue: hat_ admin tokens, hrt_ refresh tokens, hsk_ server keys, hgk_ and hgt_ of devices, and others.
  [/\b(h[a-z]{2})_[\w-]{20,}/g, '$1_…'],
  // JSON Web Tokens, also truncated ones.
  [/\beyJ[\w-]{8,}(?:\.[\w-]*)*/g, 'eyJ…'],
  // User name and password in a URL.
  [/(:\/\/)[^\s/@"]+@/g, '$1…@'],
  [/\b(Bearer +|Basic +|key=)[^\s"\\,]{8,}/gi, '$1…'],
  // A query parameter with the name of a secret.
  [/([?&][\w.-]*(?:token|key|secret|password|signature|code|credential)=)[^&\s"\\]+/gi, '$1…'],
  // A field of an object, also inside of escaped JSON.
  [
    /("[\w-]*(?:authorization|cookie|password|passphrase|secret|refreshToken|accessToken)\\*":\s*\\*")(?:[^"\\]|\\[^"])+/gi,
    '$1…',
  ],
];

/**
 * Redacts secrets in a log line: those that match a pattern, and those that the server was started with. It is the only
 * place that does, so code that logs need not care.
 */
export function createRedact(secrets: readonly string[]): (line: string) => string {
  const known = [...new Set(secrets)].filter((secret) => secret.length > 0);
  return (line) => {
    let shown = line;
    for (const secret of known) shown = shown.replaceAll(secret, '…');
    // After the known secrets are redacted: a truncated one would not be recognized.
    shown = cutLongFields(shown);
    for (const [form, left] of FORMS) shown = shown.replace(form, left);
    return shown;
  };
}
