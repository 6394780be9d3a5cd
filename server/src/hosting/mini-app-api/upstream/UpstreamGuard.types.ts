import type { LookupAddress } from 'node:dns';

/** Finds the addresses of a host name. */
export type FindAddresses = (hostname: string) => Promise<LookupAddress[]>;

/** Decides which back ends the server may ask. Mini-apps name them: without it they could make the server ask its own network. */
export interface UpstreamGuard {
  /** Throws `upstream-not-allowed` unless the server may ask this address, as far as can be told now. */
  demandAllowed(url: string): Promise<void>;
  /** The addresses to connect to, each of them allowed; throws `upstream-not-allowed` when one is not. */
  addressesOf(url: URL): Promise<LookupAddress[]>;
}
