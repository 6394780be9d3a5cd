import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';

import type { DeviceCredentials } from '@host/contracts';
import { afterEach, describe, expect, it } from 'vitest';

import { DeviceClient } from '../src/push/testing/DeviceClient.ts';
import { freePort } from '../../scripts/build/freePort.mjs';
import { type ServerProcess, startProcess } from './testing/startProcess.ts';
import { useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const IDS = ['request-first', 'request-second', 'request-third'];
const LACKS = 'this Node lacks a shortcut';

/** What another Node may not have, as the built server would see it: under another name. */
const BROKEN = {
  descriptors: ['?.fd ??', '?.fdOfAnotherNode ??'],
  reading: ['readStop', 'readStopOfAnotherNode'],
  answers: ['_httpMessage', '_httpMessageOfAnotherNode'],
  connections: ['const { socket } = executionAsyncResource()', 'const socket = undefined'],
} as const;

const built = useServer();
const started: ServerProcess[] = [];
afterEach(async () => {
  for (const server of started.splice(0)) await server.kill('SIGKILL');
});

async function startWithout(missing: readonly (keyof typeof BROKEN)[]): Promise<ServerProcess> {
  let text = await readFile(built.main, 'utf8');
  for (const name of missing) {
    const [there, renamed] = BROKEN[name];
    expect(text).toContain(there);
    text = text.replaceAll(there, renamed);
  }
  const main = join(dirname(built.main), `without-${missing.join('-')}.js`);
  await writeFile(main, text);
  const server = await startProcess(main, {
    DATA_DIR: await built.newFolder(),
    PORT: String(await freePort()),
    SERVER_KEY,
    LOG_LEVEL: 'warn',
  });
  started.push(server);
  return server;
}

function warnings(server: ServerProcess): { missing: string; instead: string }[] {
  return server
    .said()
    .stdout.split('\n')
    .filter((line) => line.includes(LACKS))
    .map((line) => JSON.parse(line) as { missing: string; instead: string });
}

async function post(server: ServerProcess, path: string, body: object, authorization = '') {
  const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  const answer = await fetch(`${server.url}${path}`, init);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json();
}

/** A device connects, gets a message, and its word that it has it arrives. */
async function deliver(server: ServerProcess): Promise<void> {
  const device = (await post(server, '/v1/push/tokens', {})) as DeviceCredentials;
  await post(server, '/devices/register', { ...device, platform: 'web' });
  const client = new DeviceClient(server.url, device.key);
  await client.hello();
  const message = { to: device.token, data: { n: '1' } };
  const sent = (await post(server, '/fcm/send', message, `key=${SERVER_KEY}`)) as {
    results: { message_id: string }[];
  };
  await client.received(1);
  const id = encodeURIComponent(sent.results[0]!.message_id);
  const delivered = async () => {
    const headers = { authorization: `key=${SERVER_KEY}` };
    const answer = await fetch(`${server.url}/v1/push/messages/${id}`, { headers });
    return answer.text();
  };
  await expect.poll(delivered).toContain('delivered');
  await client.close();
}

/** Asks for an upgrade right behind requests that wait for the disk, on one connection; which were answered, in order. */
async function answeredInOrder(server: ServerProcess): Promise<string[]> {
  const asked = (method: string, path: string, id: string, more: string[] = [], body = '') =>
    [`${method} ${path} HTTP/1.1`, 'host: host', `x-request-id: ${id}`, ...more, '', body].join(
      '\r\n',
    );
  const json = ['content-type: application/json', 'content-length: 2'];
  const upgrade = ['connection: Upgrade', 'upgrade: h2c'];
  const text = [
    asked('POST', '/v1/push/tokens', 'request-first', json, '{}'),
    asked('GET', '/ready', 'request-second'),
    asked('GET', '/ready', 'request-third', upgrade),
  ].join('');
  const socket = connect(server.port, '127.0.0.1');
  let heard = '';
  const ids = () => [...heard.matchAll(/^x-request-id: (.+)\r$/gm)].map(([, id]) => id!);
  await new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
    socket.on('data', (some) => {
      heard += some.toString('latin1');
      if (ids().length === IDS.length) resolve();
    });
    socket.write(text);
  });
  socket.destroy();
  return ids();
}

describe('what the server uses of Node without a promise', () => {
  it('is there: nothing is said, and everything works', async () => {
    const server = await startWithout([]);
    expect(warnings(server)).toEqual([]);
    expect(await answeredInOrder(server)).toEqual(IDS);
    await deliver(server);
  });

  it.each([
    [['descriptors'], ['sockets of devices are written to by their streams']],
    [['reading'], ['sockets of devices are read by their streams']],
    [['answers'], ['the answers under way on every connection are counted']],
    [['connections'], [expect.stringContaining('a connection stays open after an error')]],
    [['descriptors', 'reading', 'answers', 'connections'], expect.anything()],
  ] as const)(
    'may be missing: without %s the server says so once and goes on another way',
    async (missing, instead) => {
      const server = await startWithout(missing);
      const said = warnings(server);
      expect(said.map((line) => line.missing)).toEqual(missing);
      expect(said.map((line) => line.instead)).toEqual(instead);
      expect(await answeredInOrder(server)).toEqual(IDS);
      await deliver(server);
    },
  );
});
