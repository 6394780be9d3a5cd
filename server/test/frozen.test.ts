import { setTimeout as wait } from 'node:timers/promises';

import { describe, expect, inject, it } from 'vitest';

import { DeviceClient } from '../src/push/testing/DeviceClient.ts';
import { openProxy } from '../src/storage/database/testing/openProxy.ts';
import { useSchema } from './testing/useSchema.ts';
import { type StartedServer, useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const SECRETS = { SERVER_KEY, PEOPLE_SECRET: 'a-secret-that-all-nodes-have' };
const FROZEN_MS = 7000;
const MAX_WAIT_MS = 6000;
/** A repetition of a send waits for less: the lock that it waits for ends sooner than others. */
const REPEATED_WITHIN_MS = 4000;
const SENDERS = 4;

const postgresUrl = inject('postgresUrl');

describe.each(postgresUrl === undefined ? [] : [postgresUrl])('a node that freezes', (url) => {
  // The other way round, the nodes would still be there when their schema goes.
  const databaseUrl = useSchema(url);
  const built = useServer();

  it('while all nodes send holds up none of the others, and nothing is lost', async () => {
    const env = { ...SECRETS, DATABASE_URL: databaseUrl() };
    const start = async () => built.start(await built.newFolder(), env);
    const nodes = [await start(), await start(), await start()];
    const [frozen, ...others] = nodes as [StartedServer, ...StartedServer[]];
    const client = await subscriber(others[0]!);

    const sent: number[] = [];
    const pauses = new Map(others.map((node) => [node, 0]));
    const sendingTime = new AbortController();
    const sendTo = async (node: StartedServer) => {
      let last = performance.now();
      while (!sendingTime.signal.aborted) {
        const id = await send(node);
        if (id === undefined) continue;
        sent.push(id);
        const now = performance.now();
        if (node !== frozen) pauses.set(node, Math.max(pauses.get(node)!, now - last));
        last = now;
      }
    };
    const sending = nodes.flatMap((node) => Array.from({ length: SENDERS }, () => sendTo(node)));
    await expect.poll(() => sent.length).toBeGreaterThan(100);
    frozen.signal('SIGSTOP');
    await wait(FROZEN_MS);
    frozen.signal('SIGCONT');
    sendingTime.abort();
    await Promise.all(sending);

    for (const pause of pauses.values()) expect(pause).toBeLessThan(MAX_WAIT_MS);
    await client.received(sent.length);
    const shown = new Set(client.messages.map(({ id }) => Number(id)));
    expect(sent.filter((id) => !shown.has(id))).toEqual([]);
    await client.close();
  });

  it('in the middle of a send with an Idempotency-Key is not waited for by its repetition, and sends nothing twice', async () => {
    const proxy = await openProxy(databaseUrl());
    const start = async (at: string) =>
      built.start(await built.newFolder(), { ...SECRETS, DATABASE_URL: at });
    const [frozen, other] = [await start(proxy.url), await start(databaseUrl())];
    const client = await subscriber(other);

    const standsStill = new Promise<void>((resolve) => {
      proxy.beforeAsked('FROM idempotency_keys', () => {
        frozen.signal('SIGSTOP');
        resolve();
      });
    });
    const first = send(frozen, 'once');
    await standsStill;
    const askedAt = performance.now();
    const repeated = await send(other, 'once');
    expect(performance.now() - askedAt).toBeLessThan(REPEATED_WITHIN_MS);
    expect(repeated).toEqual(expect.any(Number));
    frozen.signal('SIGCONT');
    expect(await first).toBe(repeated);
    const next = await send(frozen);
    await client.received(2);
    expect(client.messages.map(({ id }) => Number(id))).toEqual([repeated, next]);
    await client.close();
    await frozen.kill('SIGKILL');
    await proxy.close();
  });
});

async function send(node: StartedServer, idempotencyKey?: string): Promise<number | undefined> {
  const answer = await fetch(`${node.url}/fcm/send`, {
    method: 'POST',
    headers: {
      authorization: `key=${SERVER_KEY}`,
      'content-type': 'application/json',
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify({ condition: `'all' in topics`, data: { n: '1' } }),
  });
  if (answer.status !== 200) return undefined;
  return ((await answer.json()) as { message_id: number }).message_id;
}

async function subscriber({ url }: StartedServer): Promise<DeviceClient> {
  const issued = await fetch(`${url}/v1/push/tokens`, { method: 'POST' });
  const { token, key } = (await issued.json()) as { token: string; key: string };
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ token, platform: 'web' });
  await fetch(`${url}/devices/register`, { method: 'POST', headers, body });
  await fetch(`${url}/v1/push/topics/all`, { method: 'PUT', headers });
  const client = new DeviceClient(url, key);
  await client.hello();
  return client;
}
