import { Counter } from 'prom-client';

/** Counts the ids that this node skipped at startup, because its data may have been an older copy. */
export function skippedPositionsMetric(read: () => number): Counter {
  return new Counter({
    name: 'push_skipped_positions_total',
    help: 'Ids of messages that were left out, since the data may be older than what was sent: after a fail-over, a backup that was put back, or a start of the database',
    registers: [],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}
