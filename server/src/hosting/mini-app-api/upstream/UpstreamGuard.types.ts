import type { LookupAddress } from 'node:dns';

/** Finds the addresses of a host name. */
export type FindAddresses = (hostname: string) => Promise<LookupAddress[]>;

/**
 * Decides which back ends the server may send requests to. Mini-apps name them: without this check they could make the
 * server send requests into its own network (SSRF).
 */
export interface UpstreamGuard {
  /** Throws `upstream-not-allowed` unless the server may send requests to this URL, as far as can be told now. */
  requireAllowed(url: string): Promise<void>;
  /** The addresses to connect to, each of them allowed; throws `upstream-not-allowed` when one is not. */
  addressesOf(url: URL): Promise<LookupAddress[]>;
}
