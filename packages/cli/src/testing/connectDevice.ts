import type { DeviceCredentials } from '@host/contracts';

/** A device that is registered at a server and connected to its gateway. */
export interface ConnectedDevice {
  token: string;
  /** The titles of the received messages. */
  received: string[];
  close(): void;
}

/** A message from the gateway. */
interface Said {
  type: string;
  cursor?: number;
  notification?: { title?: string };
}

/** Registers a device with topics and connects it; it acknowledges all messages. */
export async function connectDevice(
  url: string,
  { topics = [], isOnline = true }: { topics?: string[]; isOnline?: boolean } = {},
): Promise<ConnectedDevice> {
  const ask = async (method: string, path: string, key?: string, body?: object) => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
  };
  const { token, key } = (await ask('POST', '/v1/push/tokens')) as DeviceCredentials;
  await ask('POST', '/devices/register', undefined, { token, platform: 'web' });
  for (const topic of topics) await ask('PUT', `/v1/push/topics/${topic}`, key);

  const received: string[] = [];
  const ending = new AbortController();
  const listen = async () => {
    const { body } = await fetch(`${url}/v1/push/stream`, {
      headers: { authorization: `Bearer ${key}` },
      signal: ending.signal,
    });
    let text = '';
    for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + chunk).split('\n\n');
      text = events.pop()!;
      for (const event of events) {
        const data = /^data: ?(.*)$/m.exec(event)?.[1];
        const message = data === undefined ? undefined : (JSON.parse(data) as Said);
        if (message?.type !== 'message') continue;
        received.push(message.notification?.title ?? '');
        await ask('POST', '/v1/push/acks', key, { cursor: message.cursor });
      }
    }
  };
  if (isOnline) listen().catch(() => undefined);
  return { token, received, close: () => ending.abort() };
}
