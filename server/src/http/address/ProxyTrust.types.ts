/** A network: an address and how many of its first bits all members share. */
export interface Network {
  address: string;
  bits: number;
  family: 'ipv4' | 'ipv6';
}

/** Which proxies in front of the server are believed when they say whom they speak for. */
export type ProxyTrust =
  | { kind: 'nobody' }
  /** As many proxies as there are, counted from the server: for where nothing but the last of them can connect. */
  | { kind: 'hops'; hops: number }
  | { kind: 'networks'; networks: readonly Network[] };
