import { usageError } from '../terminal/CliError.ts';

/** A valid scheme of a deep link. */
const SCHEME = /^[a-z][a-z0-9+.-]*$/;

/** The content of the QR code: the page of the dev server or, with a host app's scheme, the link that opens it there. */
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
