import type { MessagePort } from 'node:worker_threads';

import { BesideReader } from './BesideReader.ts';
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
 * Serves the writing connection to the main thread, and to services that run beside it: what they store need not be
 * handed over. Waiting for the disk never holds up the thread that answers requests.
 */
export function serveWriter(
  main: MessagePort,
  path: string,
  services: Readonly<Record<string, () => Promise<WriterService>>>,
): void {
  const statements = new StatementCache(openSqlite(path));
  let reader: BesideReader | undefined;
  const writer = new LocalWriter(statements, () => reader?.end());
  const tell = (response: WriterResponse) => main.postMessage(response);

  const start = async (service: string, port: MessagePort) => {
    const serve = await services[service]!();
    reader ??= new BesideReader(writer, openReader(path));
    // Senders come before whatever else is written: strangers can have that written, too.
    const writes = new WriteQueue(writer.first());
    writes.changes.onChange((change) => tell({ change }));
    serve(port, sqliteDatabase({ reader, writes, close: async () => port.close() }));
  };
  const close = () => {
    reader?.close();
    statements.close();
    // Its services end with it: nobody waits for them any more.
    process.exit();
  };
  const handle = async (request: WriterRequest | WriterOrder): Promise<void> => {
    if (request.mode === 'close') return close();
    if (request.mode === 'start') return start(request.service, request.port);
    tell(await execute(writer, request));
  };
  // One that has to wait for another's transaction holds up those behind it: the main thread has one at a time.
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
