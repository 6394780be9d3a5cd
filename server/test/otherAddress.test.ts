import { describe, expect, it } from 'vitest';

import { DeviceClient } from '../src/push/testing/DeviceClient.ts';
import { freePort } from '../../scripts/build/freePort.mjs';
import { clientOf } from './testing/client.ts';
import { publishApp, registerDevice, sendAndReceive } from './testing/journeys.ts';
import { useServer } from './testing/useServer.ts';

const SERVER_KEY = 'server-key-of-this-test';
const APP = 'com.acme.orders';
const ADDRESS = /https?:\/\/[^\s"'\\]+/g;

describe('a server that is started again at another port and under another address', () => {
  const built = useServer();

  it('has its devices, with what they missed, and every file that was published', async () => {
    const dataDir = await built.newFolder();
    const before = await built.start(dataDir, { SERVER_KEY });
    const [oldBase, port] = [`http://localhost:${before.port}`, await freePort()];
    await publishApp(before, APP);
    const answerBefore = (await clientOf(before).resolve(APP, 'web')).bytes.toString();
    expect(answerBefore).toContain(oldBase);
    const device = await registerDevice(before);
    const shown = await sendAndReceive(before, device, { serverKey: SERVER_KEY, count: 2 });
    const missed = await send(before.url, device.token);
    await before.kill('SIGTERM');

    const newBase = `http://127.0.0.1:${port}`;
    const env = { SERVER_KEY, PORT: String(port), BASE_URL: newBase };
    const after = await built.start(dataDir, env);
    for (const platform of ['web', 'ios', 'android'] as const) {
      const answer = await clientOf(after).resolve(APP, platform);
      expect(answer.status).toBe(200);
      const addresses = answer.bytes.toString().match(ADDRESS)!;
      expect(addresses.filter((each) => !each.startsWith(`${newBase}/`))).toEqual([]);
      expect(addresses.length).toBeGreaterThan(1);
      // A folder is no file.
      const files = addresses.filter((each) => !each.endsWith('/'));
      for (const file of files) expect((await fetch(file)).status, file).toBe(200);
    }
    const said = await clientOf(after).resolve(APP, 'web');
    expect(said.bytes.toString()).toBe(answerBefore.replaceAll(oldBase, newBase));

    const client = new DeviceClient(after.url, device.key, { since: device.cursor });
    await client.hello();
    const next = await send(after.url, device.token);
    const received = await client.received(2);
    expect(received.map(({ id }) => id)).toEqual([missed, next]);
    expect(shown).not.toContain(missed);
    await client.close();
    expect((await after.kill('SIGTERM')).code).toBe(0);
  });
});

/** Sends to a device; gives the id under which it knows the message. */
async function send(url: string, to: string): Promise<string> {
  const answer = await fetch(`${url}/fcm/send`, {
    method: 'POST',
    headers: { authorization: `key=${SERVER_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to, data: { n: '1' } }),
  });
  expect(answer.status).toBe(200);
  const { results } = (await answer.json()) as { results: { message_id: string }[] };
  return /^0:(\d+)%/.exec(results[0]!.message_id)![1]!;
}
