import type { MessagePort } from 'node:worker_threads';

import { WriterThreadReader } from './WriterThreadReader.ts';
import { LocalWriter } from './LocalWriter.ts';
import { openSqlite } from './openSqlite.ts';
import { openReader, sqliteDatabase } from './sqliteDatabase.ts';
import { StatementCache } from './StatementCache.ts';
import { WriteQueue } from './WriteQueue.ts';
import type {
  Writer,
  WriterOrder,
  WriterRequest,
  WriterResponse,
  WriterService,
} from './Writer.types.ts';

/**
 * Serves the writing connection to the main thread, and to services on this thread, whose data does not have to cross
 * threads. Waiting for the disk never blocks the thread that answers requests.
 */
export function serveWriter(
  main: MessagePort,
  path: string,
  services: Readonly<Record<string, () => Promise<WriterService>>>,
): void {
  const statements = new StatementCache(openSqlite(path));
  let reader: WriterThreadReader | undefined;
  const writer = new LocalWriter(statements, () => reader?.end());
  const tell = (response: WriterResponse) => main.postMessage(response);

  const start = async (service: string, port: MessagePort) => {
    const serve = await services[service]!();
    reader ??= new WriterThreadReader(writer, openReader(path));
    // Sends have priority over all other writes, some of which strangers can cause.
    const writes = new WriteQueue(writer.first());
    writes.changes.onChange((change) => tell({ change }));
    serve(port, sqliteDatabase({ reader, writes, close: async () => port.close() }));
  };
  const close = () => {
    reader?.close();
    statements.close();
    // This ends its services as well.
    process.exit();
  };
  const handle = async (request: WriterRequest | WriterOrder): Promise<void> => {
    if (request.mode === 'close') return close();
    if (request.mode === 'start') return start(request.service, request.port);
    tell(await execute(writer, request));
  };
  // In order: a request that waits for a service's transaction blocks those behind it.
  let last = Promise.resolve();
  main.on('message', (request: WriterRequest | WriterOrder) => {
    last = last.then(() => handle(request));
  });
}

async function execute(writer: Writer, request: WriterRequest): Promise<WriterResponse> {
  try {
    return { ok: true, result: await resultOf(writer, request) };
  } catch (error) {
    const { message, errcode } = error as Error & { errcode?: number };
    return { ok: false, message, errcode };
  }
}

function resultOf(writer: Writer, request: WriterRequest): Promise<unknown> {
  switch (request.mode) {
    case 'all':
    case 'get':
    case 'run':
      return writer[request.mode](request.sql, ...request.parameters);
    case 'runMany':
      return writer.runMany(request.sql, JSON.parse(request.rows));
    default:
      return writer[request.mode]();
  }
}
