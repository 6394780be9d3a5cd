import { connect } from '@nats-io/transport-node';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';

import type { Bus } from '../../storage/bus/Bus.types.ts';
import { NatsBus } from '../../storage/bus/NatsBus.ts';
import { type Nats, startNats } from '../../storage/bus/testing/startNats.ts';
import { type TestPlace, postgres } from '../../testing/testDatabase.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';
import { writeHint } from './hints.ts';

const [postgresUrl, natsPath] = [inject('postgresUrl'), inject('natsServerPath')];
const places =
  postgresUrl === undefined || natsPath === undefined ? [] : [{ postgresUrl, natsPath }];

/** What two nodes tell each other is a hint: whatever becomes of it, everything is delivered once and in order. */
describe.each(places)('two nodes with NATS between them', (given) => {
  let nats: Nats;
  let place: TestPlace;
  let buses: NatsBus[];
  let nodes: PushServer[];
  beforeEach(async () => {
    nats = await startNats(given.natsPath);
    place = await postgres(given.postgresUrl).createPlace();
    buses = [];
    nodes = [];
  });
  afterEach(async () => {
    for (const node of nodes) await node.close();
    for (const bus of buses) await bus.close();
    await place.remove();
    await nats.stop();
  });

  const start = async (disturb: (bus: Bus) => Bus = (bus) => bus) => {
    const bus = new NatsBus({ url: nats.url, prefix: 'host.test', secrets: ['of the nodes'] });
    buses.push(bus);
    const node = await startPushServer({ place, bus: disturb(bus) });
    nodes.push(node);
    await expect.poll(() => bus.isConnected).toBe(true);
    return node;
  };
  const send = async (node: PushServer) =>
    (await node.fcm({ condition: `'all' in topics` })).json<{ message_id: number }>().message_id;

  it('everything arrives while NATS stops and comes again', async () => {
    const [one, other] = [await start(), await start()];
    const client = await other.connect(await other.device({ topics: ['all'] }));
    const sent: number[] = [];
    for (let n = 0; n < 30; n++) {
      sent.push(await send(one));
      if (n === 10) await nats.stop();
      if (n === 20) nats = await startNats(given.natsPath, nats.port);
    }
    await client.received(sent.length);
    await expect.poll(() => buses.every((bus) => bus.isConnected)).toBe(true);
    sent.push(await send(one));
    await client.received(sent.length);
    expect(client.messages.map(({ id }) => Number(id))).toEqual(sent);
  });

  it('everything arrives when three of ten hints are lost', async () => {
    let heard = 0;
    const one = await start();
    const other = await start((bus) => ({
      publish: (...said) => bus.publish(...said),
      close: () => bus.close(),
      subscribe: (subject, listener) =>
        bus.subscribe(subject, (told) => {
          if (heard++ % 10 >= 3) listener(told);
        }),
    }));
    const client = await other.connect(await other.device({ topics: ['all'] }));
    const sent: number[] = [];
    for (let n = 0; n < 50; n++) sent.push(await send(n % 2 === 0 ? one : other));
    await client.received(sent.length);
    expect(client.messages.map(({ id }) => Number(id))).toEqual(sent);
    expect(heard).toBeGreaterThan(10);
  });

  it('whoever reaches NATS can neither make up a message, nor have one skipped, nor end a connection', async () => {
    const [one, other] = [await start(), await start()];
    const device = await other.device({ topics: ['all'] });
    const client = await other.connect(device);
    const sent = [await send(one)];
    await client.received(1);
    const stranger = await connect({ servers: new URL(nats.url).host });
    const say = (subject: string, text: string) => stranger.publish(`host.test.${subject}`, text);
    const next = sent[0]! + 1;
    const forged = {
      id: next,
      position: next,
      audience: { kind: 'topic' as const, topic: 'all' },
      collapseKey: undefined,
      packageName: undefined,
      payload: '{"data":{"forged":"yes"}}',
      sendAt: Date.now(),
      expiresAt: Date.now() + 60_000,
    };
    say('messages', writeHint({ from: next, to: next + 1_000_000, messages: [forged] }, Infinity));
    say(
      'devices-taken',
      JSON.stringify({ device: Number(device.deviceId), session: 1_000_000, from: null }),
    );
    await stranger.drain();
    for (let n = 0; n < 3; n++) sent.push(await send(one));
    await client.received(sent.length);
    expect(client.messages.map(({ id }) => Number(id))).toEqual(sent);
  });
});
