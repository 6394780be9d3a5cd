import { ApiError } from '../../../errors/ApiError.ts';

/** The sha256 that a Content-Digest header (RFC 9530) states, in hexadecimal; undefined when it states none. */
export function sha256OfContentDigest(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined;
  const [, base64] =
    /(?:^|,)\s*sha-256=:([A-Za-z0-9+/]{43}=):\s*(?:,|$)/.exec(String(header)) ?? [];
  if (base64 !== undefined) return Buffer.from(base64, 'base64').toString('hex');
  throw new ApiError('invalid-header', 'Content-Digest has the form sha-256=:<base64>:.');
}
