import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';

import { expect, it } from 'vitest';

import type { ThreadDatabase } from '../Database.types.ts';
import { serveWriter } from './serveWriter.ts';

it('a service on the thread that writes has no locks, of which the main thread would not know', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'host-writer-'));
  const [main, service] = [new MessageChannel(), new MessageChannel()];
  try {
    const started = new Promise<ThreadDatabase>((resolve) => {
      const services = { probe: async () => (_port: unknown, db: ThreadDatabase) => resolve(db) };
      serveWriter(main.port2, join(folder, 'host.db'), services);
    });
    const order = { mode: 'start', service: 'probe', port: service.port2 };
    main.port1.postMessage(order, [service.port2]);
    const db = await started;
    expect(await db.get('SELECT 1 AS one')).toEqual({ one: 1 });
    expect(Object.keys(db).filter((name) => /lock/i.test(name))).toEqual([]);
  } finally {
    for (const port of [main.port1, service.port1]) port.close();
    await rm(folder, { recursive: true, force: true });
  }
});
