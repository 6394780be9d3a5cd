import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';

/** What every try waits for a name server; the second waits for longer. */
const TRY_MS = 2000;
const TRIES = 2;
/** The name servers of this machine may be others by then. */
const ASKED_FOR_MS = 60_000;
/** Names of this machine itself (RFC 6761), which no name server knows. */
const OF_THIS_MACHINE = /^(?:.+\.)?localhost\.?$/i;
const LOOPBACK: LookupAddress = { address: '127.0.0.1', family: 4 };

let current: { resolver: Resolver; until: number } | undefined;

/**
 * Finds the addresses of a name that a stranger chose, by asking the name servers of this machine. `dns.lookup` does that in
 * threads of the process, of which it has two: two names whose servers say nothing would keep everything else from finding its
 * address, the database and the push services of others among it.
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

/** Asks name servers as often and for as long as this server does. */
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
