import type { ConsoleEvent } from '@host/contracts';

import { listHowUpstreamsFail } from '../hosting/records/upstreamHealthRows.ts';
import type { Push } from '../push/Push.types.ts';
import type { Queries } from '../storage/database/Database.types.ts';

interface Seen {
  /** How each back end fails that does, by mini-app. */
  upstreams: ReadonlyMap<string, string>;
  /** What nodes say of themselves. */
  nodes: string;
}

/** Polls for what does well or badly by now and did not at the last look, whichever node noticed it. */
export class HealthWatch {
  readonly #db: Queries;
  readonly #push: Pick<Push, 'listNodes'>;
  /** Undefined before the first look. */
  #seen: Seen | undefined;

  constructor(db: Queries, push: Pick<Push, 'listNodes'>) {
    this.#db = db;
    this.#push = push;
  }

  /** What changed. The first call only takes a baseline. */
  async look(): Promise<ConsoleEvent[]> {
    const now = { upstreams: await this.#upstreams(), nodes: await this.#nodes() };
    const before = this.#seen;
    this.#seen = now;
    if (!before) return [];
    const apps = new Set([...before.upstreams.keys(), ...now.upstreams.keys()]);
    const events: ConsoleEvent[] = [...apps]
      .filter((appId) => before.upstreams.get(appId) !== now.upstreams.get(appId))
      .map((key) => ({ kind: 'upstream', key }));
    return before.nodes === now.nodes ? events : [...events, { kind: 'system' }];
  }

  /** Drops the baseline when nobody is watching: the next call of `look` takes a new one. */
  forget(): void {
    this.#seen = undefined;
  }

  async #upstreams(): Promise<Map<string, string>> {
    const rows = await listHowUpstreamsFail(this.#db);
    return new Map(rows.map(({ app_id, error }) => [app_id, error ?? '']));
  }

  /** Without the times of errors: one that fails on is no news. */
  async #nodes(): Promise<string> {
    const nodes = await this.#push.listNodes();
    return JSON.stringify(
      nodes.map(({ node, version, services = [] }) => [
        node,
        version,
        services.map(({ name, breaker, lastError }) => [name, breaker, lastError?.code]),
      ]),
    );
  }
}
