import { DeviceClient } from '../../src/push/testing/DeviceClient.ts';
import { type Answer, clientOf } from './client.ts';

/** A server process, as far as these journeys need it. */
interface Server {
  url: string;
  port: number;
  adminToken: string;
}

/** A device that was registered, and how far it has read. */
export interface Device {
  token: string;
  key: string;
  deviceId: string;
  cursor?: number;
}

/** Publishes version 1.0.0 of a mini-app to everybody. */
export async function publishApp(server: Server, appId: string): Promise<void> {
  const client = clientOf(server);
  await client.uploadAll(appId, '1.0.0', { web: true });
  demand(await client.post('/v1/admin/mini-programs', client.registration(appId, '1.0.0')), 201);
  const release = `/v1/admin/mini-programs/${appId}/versions/1.0.0/release`;
  demand(await client.post(release, { percentage: 100 }), 200);
}

export async function registerDevice({ url }: Pick<Server, 'url'>): Promise<Device> {
  // Without a token: it is not an admin who does this.
  const issued = await fetch(`${url}/v1/push/tokens`, { method: 'POST' });
  const { token, key } = (await issued.json()) as { token: string; key: string };
  const answer = await fetch(`${url}/devices/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, platform: 'android', key }),
  });
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
  const { deviceId } = (await answer.json()) as { deviceId: string };
  return { token, key, deviceId };
}

/** Sends messages to a device while it is connected, and gives the ids that it got. */
export async function sendAndReceive(
  server: Server,
  device: Device,
  { serverKey, count }: { serverKey: string; count: number },
): Promise<string[]> {
  const connected = new DeviceClient(server.url, device.key, { since: device.cursor });
  await connected.hello();
  for (let n = 0; n < count; n++) {
    const headers = { authorization: `key=${serverKey}` };
    const body = { to: device.token, data: { n: `${n}` } };
    demand(await clientOf(server).post('/fcm/send', body, headers), 200);
  }
  const received = await connected.received(count);
  for (const { cursor } of received) device.cursor = Math.max(device.cursor ?? 0, cursor);
  await connected.close();
  return received.map(({ id }) => id);
}

function demand(answer: Answer, status: number): Answer {
  if (answer.status === status) return answer;
  throw new Error(`${answer.status} instead of ${status}: ${answer.bytes.toString()}`);
}
