/** A network: an address and the length of its prefix. */
export interface Network {
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

/** The proxies in front of the server that are trusted to name the address of a caller. */
export type ProxyTrust =
  | { kind: 'nobody' }
  /** A number of proxies, counted from the server: for set-ups where only the last of them can connect. */
  | { kind: 'hops'; hops: number }
  | { kind: 'networks'; networks: readonly Network[] };
