import { usageError } from '../terminal/CliError.ts';

/** What the scheme of a deep link may be. */
const SCHEME = /^[a-z][a-z0-9+.-]*$/;

/** What a phone scans: the page of the dev server or, with the scheme of a host app, the link that opens it there. */
export function codeToScan(address: string, scheme?: string): string {
  if (scheme === undefined) return `${address}/`;
  if (!SCHEME.test(scheme) || /^https?$/.test(scheme)) {
    throw usageError(
      `--scheme ${scheme} is no scheme of a host app.`,
      'Use the one in its app.json, for example --scheme acme.',
    );
  }
  return `${scheme}://develop?url=${encodeURIComponent(address)}`;
}
