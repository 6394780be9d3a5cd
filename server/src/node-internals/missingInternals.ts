import { once } from 'node:events';
import { type IncomingMessage, type ServerResponse, createServer, get } from 'node:http';

import {
  answerBeingWritten,
  canStopReading,
  connectionBeingRead,
  descriptorOf,
} from './nodeInternals.ts';

/** Milliseconds that the check of Node's internals may take at startup. */
const MAX_LOOK_MS = 2000;

/** The fallback for each undocumented internal of Node that the server uses, if it is missing. */
const INSTEAD = {
  descriptors: 'sockets of devices are written to by their streams',
  reading: 'sockets of devices are read by their streams',
  answers: 'the answers under way on every connection are counted',
  connections: 'a connection stays open after an error that nothing caught, until it is idle',
};

export type NodeInternal = keyof typeof INSTEAD;

/** An internal that this version of Node does not have, and what the server does instead. */
export interface MissingInternal {
  name: NodeInternal;
  instead: string;
}

/** Checks on a real connection which internals that `nodeInternals.ts` uses exist. Those not observed count as missing. */
export async function missingInternals(): Promise<MissingInternal[]> {
  const found = await checkConnection().catch(() => new Set<NodeInternal>());
  return (Object.keys(INSTEAD) as NodeInternal[])
    .filter((name) => !found.has(name))
    .map((name) => ({ name, instead: INSTEAD[name] }));
}

async function checkConnection(): Promise<Set<NodeInternal>> {
  const found = new Set<NodeInternal>();
  const look = (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (connectionBeingRead() === socket) found.add('connections');
    if (descriptorOf(socket) >= 0) found.add('descriptors');
    if (canStopReading(socket)) found.add('reading');
    if (answerBeingWritten(socket) === response) found.add('answers');
    response.once('close', () => {
      // If the internal still reports a response after it has closed, waiting for it would never end.
      if (answerBeingWritten(socket) !== undefined) found.delete('answers');
    });
    response.end();
  };
  const server = createServer(look).listen(0, '127.0.0.1');
  try {
    await once(server, 'listening', { signal: AbortSignal.timeout(MAX_LOOK_MS) });
    const { port } = server.address() as { port: number };
    const signal = AbortSignal.timeout(MAX_LOOK_MS);
    const asked = get({ port, host: '127.0.0.1', agent: false, signal });
    const [answer] = (await once(asked, 'response', { signal })) as [IncomingMessage];
    await once(answer.resume(), 'close', { signal });
  } finally {
    server.close().closeAllConnections();
  }
  return found;
}
