import type { LiveNode } from '../live/presence/Presence.types.ts';
import type { ServiceHealth } from '../transports/ServiceHealth.ts';

/** The health of a push service, as all nodes see it together. */
export interface SharedHealth extends ServiceHealth {
  /** How many nodes use it. */
  nodes: number;
  /** The nodes that hand nothing to it for a while, or try whether it works again. */
  failingOn: string[];
}

/** The worst first. */
const BREAKERS: readonly ServiceHealth['breaker'][] = ['open', 'half-open', 'closed'];

/**
 * Combines what nodes say of their push services: each has circuit breakers of its own, so what fails on one of them may work on
 * the others.
 */
export function healthOnNodes(nodes: readonly LiveNode[]): SharedHealth[] {
  const seen = new Map<string, { node: string; health: ServiceHealth }[]>();
  for (const { node, services = [] } of nodes) {
    for (const health of services) {
      seen.set(health.name, [...(seen.get(health.name) ?? []), { node, health }]);
    }
  }
  return [...seen].map(([name, all]) => {
    const [lastError] = all
      .flatMap(({ health }) => health.lastError ?? [])
      .toSorted((one, other) => other.at - one.at);
    return {
      name,
      breaker: BREAKERS.find((each) => all.some(({ health }) => health.breaker === each))!,
      nodes: all.length,
      failingOn: all.filter(({ health }) => health.breaker !== 'closed').map(({ node }) => node),
      ...(lastError && { lastError }),
    };
  });
}
