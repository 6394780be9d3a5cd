import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** The timeout of the first attempt at a name server; the resolver makes that of the second longer. */
const TRY_MS = 2000;
const TRIES = 2;
/** How long a resolver is used: the name servers in the configuration of the machine may change. */
const ASKED_FOR_MS = 60_000;
/** Names of this machine itself (RFC 6761), which are not in the DNS. */
const OF_THIS_MACHINE = /^(?:.+\.)?localhost\.?$/i;
const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };

let current: { resolver: Resolver; until: number } | undefined;

/**
 * Resolves a name that a stranger chose, with the name servers of this machine. Not with `dns.lookup`: it blocks a thread of
 * libuv's pool, and Node gives lookups only half of those. Two names whose servers do not answer would block all other
 * lookups of the process, such as those of the database and of push services.
 */
export async function addressesOfName(
  hostname: string,
  resolver = currentResolver(),
): Promise<LookupAddress[]> {
  if (OF_THIS_MACHINE.test(hostname)) return [LOOPBACK];
  const [v4, v6] = await Promise.allSettled([
    resolver.resolve4(hostname),
    resolver.resolve6(hostname),
  ]);
  const found = [...addressesIn(v4, 4), ...addressesIn(v6, 6)];
  if (found.length > 0) return found;
  throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
}

/** A resolver with this server's timeout and number of attempts. */
export function newResolver(): Resolver {
  return new Resolver({ timeout: TRY_MS, tries: TRIES });
}

function currentResolver(): Resolver {
  const now = performance.now();
  if (!current || current.until <= now) {
    current = { resolver: newResolver(), until: now + ASKED_FOR_MS };
  }
  return current.resolver;
}

function addressesIn(answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] {
  if (answer.status === 'rejected') return [];
  return answer.value.map((address) => ({ address, family }));
}
