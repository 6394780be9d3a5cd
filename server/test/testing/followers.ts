import type { LiveMessage } from '@host/contracts';

import { DeviceClient } from '../../src/push/testing/DeviceClient.ts';

/** Where a server is: a node of a fleet, or a proxy in front of it. */
interface Place {
  url: string;
}

/** A device that has the topic `all`, and remembers where it is as hosts do, whichever node it comes to. */
export interface Follower {
  key: string;
  /** The ids of messages in their order; each once, whatever comes over the wire. */
  shown: string[];
  cursor: number | undefined;
  client: DeviceClient | undefined;
}

export async function registerDevice({ url }: Place): Promise<Follower> {
  const issued = await fetch(`${url}/v1/push/tokens`, { method: 'POST' });
  const { token, key } = (await issued.json()) as { token: string; key: string };
  const body = JSON.stringify({ token, platform: 'web' });
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  await fetch(`${url}/devices/register`, { method: 'POST', headers, body });
  const device = { key, shown: [], cursor: undefined, client: undefined };
  await subscribe({ url }, device);
  return device;
}

export async function subscribe({ url }: Place, { key }: Follower, topic = 'all'): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const answer = await fetch(`${url}/v1/push/topics/${topic}`, { method: 'PUT', headers });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** Connects, with what it has until now. */
export async function connectDevice({ url }: Place, device: Follower): Promise<void> {
  const client = new DeviceClient(url, device.key, { since: device.cursor });
  device.client = client;
  client.socket.on('message', (bytes: Buffer) => {
    const event = JSON.parse(bytes.toString()) as LiveMessage;
    if (event.type !== 'message') return;
    if (!device.shown.includes(event.id)) device.shown.push(event.id);
    device.cursor = Math.max(device.cursor ?? 0, event.cursor);
  });
  await client.hello();
}

/** Sends to the topic; gives the id of the message. Anything but 200 is an error. */
export async function publish(
  { url }: Place,
  serverKey: string,
  message: { to?: string; send_at?: string } = {},
): Promise<string> {
  const answer = await fetch(`${url}/fcm/send`, {
    method: 'POST',
    headers: { authorization: `key=${serverKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to: '/topics/all', ...message }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} ${text}`);
  return String((JSON.parse(text) as { message_id: number }).message_id);
}
