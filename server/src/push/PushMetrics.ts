import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

import type { Progress } from './live/batches/Counts.types.ts';
import type { Outcome, TransportName } from './transports/Transport.types.ts';

/** The metrics of the push gateway. */
export class PushMetrics {
  readonly #progress: Counter<'state'>;
  readonly #serviceSends: Counter<'transport' | 'outcome'>;
  readonly #commits: Histogram;

  constructor(registry: Registry, connections: () => number) {
    const registers = [registry];
    this.#progress = new Counter({
      name: 'push_deliveries_total',
      help: 'How far messages came, by device: sent, delivered, opened, expired, dropped',
      labelNames: ['state'] as const,
      registers,
    });
    this.#serviceSends = new Counter({
      name: 'push_upstream_sends_total',
      help: 'What became of messages that were handed to another service',
      labelNames: ['transport', 'outcome'] as const,
      registers,
    });
    this.#commits = new Histogram({
      name: 'push_messages_per_commit',
      help: 'Messages that became durable together',
      buckets: [1, 2, 5, 10, 50, 100, 500, 1000],
      registers,
    });
    registry.registerMetric(
      new Gauge({
        name: 'push_connections',
        help: 'Devices that are connected to this node',
        registers: [],
        collect() {
          this.set(connections());
        },
      }),
    );
  }

  progress(state: Progress, devices: number): void {
    this.#progress.inc({ state }, devices);
  }

  sentToService(transport: TransportName, outcome: Outcome['kind']): void {
    this.#serviceSends.inc({ transport, outcome });
  }

  committed(messages: number): void {
    this.#commits.observe(messages);
  }
}
