import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import { openDatabase } from '../storage/database/openDatabase.ts';
import { openProxy } from '../storage/database/testing/openProxy.ts';
import { postgres, type TestPlaceOnNetwork } from '../testing/testDatabase.ts';
import { type PushServer, startPushServer } from './testing/pushServer.ts';

const postgresUrl = inject('postgresUrl');
const MAX_WAIT_MS = 6000;
/** A node says other things meanwhile, too: more than those that most need. */
const STATEMENTS = 14;

/** What a node is at, and a second one after it. Returns the status of the answer. */
type Act = (node: PushServer) => Promise<number>;

describe.each(postgresUrl === undefined ? [] : [postgresUrl])('a node that is cut off', (at) => {
  let place: TestPlaceOnNetwork;
  let healthy: PushServer;
  const endings: (() => Promise<void>)[] = [];
  beforeEach(async () => {
    place = await postgres(at).createPlace();
    healthy = await startPushServer({ place });
  });
  afterEach(async () => {
    await Promise.all(endings.splice(0).map((end) => end()));
    await healthy.close();
    await place.remove();
  });

  const startBehindProxy = async () => {
    const proxy = await openProxy(place.url);
    const open = () => openDatabase({ url: proxy.url });
    const node = await startPushServer({ place: { ...place, open } });
    endings.push(async () => {
      await proxy.goAway();
      await node.close();
    });
    return { proxy, node };
  };

  const keyedSend = (): Act => {
    const key = randomUUID();
    return async (node) =>
      (await node.fcm({ to: '/topics/all' }, { 'idempotency-key': key })).statusCode;
  };
  const send = (): Act => async (node) => (await node.fcm({ to: '/topics/all' })).statusCode;
  const registration = (): Act => {
    const token = randomUUID();
    const key = 'k'.repeat(43);
    const body = { token, key, platform: 'web' };
    return async (node) =>
      (await node.server.post('/devices/register', body, { token: undefined })).statusCode;
  };

  it.each([
    ['a send', send],
    ['a send with an Idempotency-Key', keyedSend],
    ['a registration', registration],
  ])('at any statement of %s keeps no other from the same for six seconds', async (_, make) => {
    const nodes = await Promise.all(Array.from({ length: STATEMENTS }, startBehindProxy));
    const waits = await Promise.all(
      nodes.map(async ({ proxy, node }, index) => {
        const act = make();
        const frozen = proxy.freezeAfter(index + 1);
        const answered = act(node).catch(() => undefined);
        await Promise.race([frozen, answered]);
        const askedAt = performance.now();
        const status = await act(healthy);
        return { status, waited: performance.now() - askedAt };
      }),
    );
    for (const { status, waited } of waits) {
      expect([200, 201]).toContain(status);
      expect(waited).toBeLessThan(MAX_WAIT_MS);
    }
  });
});
