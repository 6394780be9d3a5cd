import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

import type { Progress } from './live/batches/Counts.types.ts';
import type { Outcome, TransportName } from './transports/Transport.types.ts';

/** The metrics of the push gateway. */
export class PushMetrics {
  readonly #progress: Counter<'state'>;
  readonly #serviceSends: Counter<'transport' | 'outcome'>;
  readonly #commits: Histogram;
  readonly #untold: Counter;
  readonly #registry: Registry;

  constructor(
    registry: Registry,
    {
      isBusConnected,
      transports,
    }: { isBusConnected: () => boolean; transports: Iterable<TransportName> },
  ) {
    this.#registry = registry;
    const registers = [registry];
    this.#progress = new Counter({
      name: 'push_deliveries_total',
      help: 'How far messages came, by device: sent, delivered, opened, expired, dropped',
      labelNames: ['state'] as const,
      registers,
    });
    this.#serviceSends = new Counter({
      name: 'push_service_sends_total',
      help: 'What became of messages that were handed to another service',
      labelNames: ['transport', 'outcome'] as const,
      registers,
    });
    // An alert watches how these grow: a series that begins with its first refusal has not grown.
    for (const transport of transports) {
      this.#serviceSends.inc({ transport, outcome: 'auth-problem' }, 0);
    }
    this.#commits = new Histogram({
      name: 'push_messages_per_commit',
      help: 'Messages that became durable together',
      buckets: [1, 2, 5, 10, 50, 100, 500, 1000],
      registers,
    });
    this.#untold = new Counter({
      name: 'push_untold_messages_total',
      help: 'Messages of other nodes that no hint told, found by a look into the database up to a second late',
      registers,
    });
    registry.registerMetric(
      new Gauge({
        name: 'push_bus_connected',
        help: 'Whether this node can tell others what it stored: 1, or 0 while NATS is away',
        registers: [],
        collect() {
          this.set(isBusConnected() ? 1 : 0);
        },
      }),
    );
  }

  /** Shows how many devices are connected, from now on. */
  showConnections(connections: { readonly size: number }): void {
    this.#registry.registerMetric(
      new Gauge({
        name: 'push_connections',
        help: 'Devices that are connected to this node',
        registers: [],
        collect() {
          this.set(connections.size);
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

  untold(messages: number): void {
    this.#untold.inc(messages);
  }

  committed(messages: number): void {
    this.#commits.observe(messages);
  }
}
