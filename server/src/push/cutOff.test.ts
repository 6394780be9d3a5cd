import { randomUUID } from 'node:crypto';

import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import { openDatabase } from '../storage/database/openDatabase.ts';
import { openProxy } from '../storage/database/testing/openProxy.ts';
import { postgres, type TestPlaceOnNetwork } from '../testing/testDatabase.ts';
import { type PushServer, startPushServer } from './testing/pushServer.ts';
import { watchStalls } from '../testing/watchStalls.ts';
import { signUp } from './testing/signUp.ts';

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

  const sendToDevice = async (): Promise<Act> => {
    const { token } = await healthy.device();
    return async (node) => (await node.fcm({ to: token })).statusCode;
  };
  const subscription = async (): Promise<Act> => {
    const { key } = await healthy.device();
    return async (node) =>
      (await node.server.send('PUT', '/v1/push/topics/news', { token: key })).statusCode;
  };
  const connection = async (): Promise<Act> => {
    const device = await healthy.device({ topics: ['all'] });
    await healthy.fcm({ to: '/topics/all' });
    return async (node) => {
      await node.connect(device, { since: 0 });
      return 200;
    };
  };
  const acknowledgement = async (): Promise<Act> => {
    const device = await healthy.device();
    await healthy.fcm({ to: device.token });
    return async (node) =>
      (await node.server.post('/v1/push/acks', { cursor: 1 }, { token: device.key })).statusCode;
  };
  const handOver = async (): Promise<Act> => {
    const [before, next] = [await signUp(healthy), await signUp(healthy)];
    const { token, key } = await healthy.phone({ session: before.session });
    await healthy.fcm({ to: token, notification: { title: 'Hello' } });
    const body = { token, key, platform: 'android' };
    return async (node) =>
      (await node.server.post('/devices/register', body, { token: next.session })).statusCode;
  };
  const inbox = async (): Promise<Act> => {
    const { session } = await signUp(healthy);
    const { token } = await healthy.device({ session });
    await healthy.fcm({ to: token, notification: { title: 'Hello' } });
    return async (node) =>
      (await node.server.send('GET', '/v1/inbox', { token: session })).statusCode;
  };

  it.each<[string, () => Act | Promise<Act>]>([
    ['a send', send],
    ['a send with an Idempotency-Key', keyedSend],
    ['a send to a device', sendToDevice],
    ['a registration', registration],
    ['a subscription to a topic', subscription],
    ['a connection', connection],
    ['an acknowledgement', acknowledgement],
    ['the hand-over of a device', handOver],
    ['a look into an inbox', inbox],
  ])('at any statement of %s keeps no other from the same for six seconds', async (_, make) => {
    const nodes = await Promise.all(Array.from({ length: STATEMENTS }, startBehindProxy));
    const acts: Act[] = [];
    // One after the other: all of them are of one network.
    while (acts.length < STATEMENTS) acts.push(await make());
    const stalls = watchStalls();
    const waits = await Promise.all(
      nodes.map(async ({ proxy, node }, index) => {
        const act = acts[index]!;
        const frozen = proxy.freezeAfter(index + 1);
        const answered = act(node).catch(() => undefined);
        await Promise.race([frozen, answered]);
        const askedAt = performance.now();
        const status = await act(healthy);
        return { status, waited: performance.now() - askedAt };
      }),
    );
    const mostMs = MAX_WAIT_MS + stalls();
    for (const { status, waited } of waits) {
      expect([200, 201]).toContain(status);
      expect(waited).toBeLessThan(mostMs);
    }
  });
});
