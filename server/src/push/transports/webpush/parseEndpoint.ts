import { isIP } from 'node:net';

import { LIMITS } from '@host/contracts';

import { isPublicAddress } from '../../../http/address/isPublicAddress.ts';

/** An endpoint of a push service to which requests may be sent. */
export interface Endpoint {
  url: URL;
  /** Whether the operator listed its origin: then it may be on this machine, or without TLS. */
  isListed: boolean;
}

/**
 * Parses the endpoint of a subscription, which anybody can make up: undefined unless it is https on the default port, by
 * name or public address, or of an origin that the operator listed.
 */
export function parseEndpoint(
  text: string,
  listedOrigins: ReadonlySet<string>,
): Endpoint | undefined {
  if (text.length > LIMITS.urlLength || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.username || url.password) return undefined;
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (isWeb && listedOrigins.has(url.origin)) return { url, isListed: true };
  if (url.protocol !== 'https:' || url.port !== '') return undefined;
  // A literal IP address is never looked up, so `lookupPublic` would not see it.
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) && !isPublicAddress(host)) return undefined;
  return { url, isListed: false };
}
