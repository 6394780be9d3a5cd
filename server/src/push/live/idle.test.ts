import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { testEngines } from '../../testing/testEngines.ts';
import { type PushServer, startPushServer } from '../testing/pushServer.ts';

describe.each(testEngines())('a device that is sent nothing ($name)', (engine) => {
  let push: PushServer;
  beforeAll(async () => {
    push = await startPushServer({ engine, pushTimes: { heartbeatMs: 100 } });
  });
  afterAll(() => push.close());

  const positionOf = async ({ deviceId }: { deviceId: string }) => {
    const sql = 'SELECT position FROM devices WHERE id = ?';
    return (await push.server.db.get<{ position: number }>(sql, Number(deviceId)))!.position;
  };

  it('costs no write for what it acknowledges of heartbeats, until it leaves', async () => {
    const [idle, busy] = [await push.device(), await push.device({ topics: ['news'] })];
    const before = await positionOf(idle);
    const [quiet, client] = [await push.connect(idle), await push.connect(busy)];
    const send = async () =>
      (await push.fcm({ to: '/topics/news' })).json<{ message_id: number }>().message_id;
    const first = await send();
    await quiet.until((events) =>
      events.find(
        (event) => event.type === 'heartbeat' && Number(event['cursor' as never]) >= first,
      ),
    );
    quiet.say({ type: 'ack', cursor: first });
    quiet.socket.ping();
    await new Promise((resolve) => void quiet.socket.once('pong', resolve));
    // What others acknowledge later is written later, or together with it.
    const second = await send();
    await client.received(2);
    await expect.poll(() => positionOf(busy)).toBe(second);
    expect(await positionOf(idle)).toBe(before);

    await quiet.close();
    await expect.poll(() => positionOf(idle)).toBe(first);
  });
});
