import { setTimeout as wait } from 'node:timers/promises';

/** The public address of a node. */
export interface Address {
  name: string;
  url: string;
}

const LOOK_EVERY_MS = 250;
const LOOK_WITHIN_MS = 1000;

/** The load balancer of a fleet: it picks nodes that report ready. */
export class Balancer {
  readonly #nodes: readonly Address[];
  readonly #below: (end: number) => number;
  readonly #ready = new Set<Address>();

  constructor(nodes: readonly Address[], below: (end: number) => number) {
    this.#nodes = nodes;
    this.#below = below;
    for (const node of nodes) void this.#watch(node);
  }

  /** A node that is ready, or any node if none is. */
  pick(): Address {
    const nodes = this.#ready.size > 0 ? [...this.#ready] : this.#nodes;
    return nodes[this.#below(nodes.length)]!;
  }

  isReady(name: string): boolean {
    return [...this.#ready].some((node) => node.name === name);
  }

  async #watch(node: Address): Promise<void> {
    for (;;) {
      const status = await fetch(`${node.url}/ready`, {
        signal: AbortSignal.timeout(LOOK_WITHIN_MS),
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.status;
        },
        () => undefined,
      );
      if (status === 200) this.#ready.add(node);
      else this.#ready.delete(node);
      await wait(LOOK_EVERY_MS, undefined, { ref: false });
    }
  }
}
