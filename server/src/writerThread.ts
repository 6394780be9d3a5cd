import { parentPort, workerData } from 'node:worker_threads';

import { serveWriter } from './storage/database/sqlite/serveWriter.ts';

// The writer thread of the embedded database, with the services that run on it.
if (!parentPort) throw new Error('writerThread runs as a worker thread');
serveWriter(parentPort, (workerData as { path: string }).path, {
  sends: async () => (await import('./push/send/serveSends.ts')).serveSends,
});
