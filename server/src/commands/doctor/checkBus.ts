import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';

import type { Finding } from '@host/contracts';

import { PROBE_TIMEOUT_MS } from './probeTimeout.ts';

const what = 'bus';
const DEFAULT_PORT = 4222;

/** Signs in at each server of NATS_URL and waits for its answer. */
export async function checkBus(natsUrl: string | undefined): Promise<Finding[]> {
  if (natsUrl === undefined) {
    return [{ what, status: 'ok', detail: 'None: NATS_URL is not set.' }];
  }
  const servers = natsUrl.split(',').map((part) => part.trim());
  return Promise.all(servers.filter(Boolean).map(checkServer));
}

async function checkServer(text: string): Promise<Finding> {
  const address = text.includes('://') ? text : `nats://${text}`;
  if (!URL.canParse(address)) {
    return { what, status: 'failed', detail: 'NATS_URL is no address, nats://host:4222.' };
  }
  const url = new URL(address);
  const name = `${url.hostname}:${url.port || DEFAULT_PORT}`;
  try {
    await ping(url);
    return { what, status: 'ok', detail: `${name} answers.` };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return {
      what,
      status: 'failed',
      detail: `${name}: ${code ?? message}`,
      cure: 'Start NATS, and look at the address and the credentials in NATS_URL.',
    };
  }
}

async function ping(url: URL): Promise<void> {
  const socket = connect(Number(url.port || DEFAULT_PORT), url.hostname);
  try {
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
    signal.addEventListener('abort', () => socket.destroy(new Error('no answer in time')));
    await once(socket, 'connect');
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const info = await lines.next();
    if (!String(info.value).startsWith('INFO ')) throw new Error('it is no NATS server');
    const user = decodeURIComponent(url.username);
    const pass = decodeURIComponent(url.password);
    const identity = url.password ? { user, pass } : user ? { auth_token: user } : {};
    const options = { verbose: false, pedantic: false, lang: 'node', version: '1', ...identity };
    socket.write(`CONNECT ${JSON.stringify(options)}\r\nPING\r\n`);
    const answer = String((await lines.next()).value);
    if (answer !== 'PONG') throw new Error(answer.replace(/^-ERR /, ''));
  } finally {
    socket.destroy();
  }
}
