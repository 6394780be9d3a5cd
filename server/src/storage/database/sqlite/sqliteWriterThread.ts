import { parentPort, workerData } from 'node:worker_threads';

import { openSqlite } from './openSqlite.ts';
import { StatementCache } from './StatementCache.ts';
import type { WriterRequest, WriterResponse } from './sqliteWriter.types.ts';

// All writes happen on this thread: waiting for the disk never holds up the one that answers requests.
const port = parentPort;
if (!port) throw new Error('sqliteWriterThread runs as a worker thread');
const statements = new StatementCache(openSqlite((workerData as { path: string }).path));

port.on('message', (request: WriterRequest | 'close') => {
  if (request === 'close') {
    statements.close();
    port.close();
    return;
  }
  port.postMessage(execute(request));
});

function execute(request: WriterRequest): WriterResponse {
  try {
    // Rows come with a null prototype, which does not survive the way to the other thread.
    const { sql } = request;
    const result =
      request.mode === 'runMany'
        ? statements.runMany(sql, request.parameters)
        : statements[request.mode](sql, request.parameters);
    return { ok: true, result };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { ok: false, message, errcode };
  }
}
