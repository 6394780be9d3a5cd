import { type Socket, connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import type { StartedServer } from './useServer.ts';

/** A device without a WebSocket library: ten thousand of them have to fit into one test. */
export interface RawDevice {
  key: string;
  socket: Socket | undefined;
  heard: string;
}

/** When a device asked to connect, and when it had its answer: the server decided in between. */
export interface Attempt {
  askedAt: number;
  answeredAt: number;
}

/** What a device was answered that may not connect yet. */
export interface TurnedAway extends Attempt {
  status: number;
  retryAfterSeconds: number;
}

/** Connects, and comes again as hosts do: at once when the server was too busy, else when it is told to. */
export async function connectRaw(
  server: Pick<StartedServer, 'port'>,
  device: RawDevice,
  onTurnedAway: (answer: TurnedAway) => void = () => {},
): Promise<Attempt> {
  for (;;) {
    device.socket?.destroy();
    const askedAt = performance.now();
    device.heard = '';
    device.socket = connect(server.port, '127.0.0.1');
    device.socket.on('error', () => undefined);
    device.socket.on('data', (bytes) => (device.heard += bytes.toString('latin1')));
    device.socket.write(handshakeOf(device.key));
    const isWelcome = await hears(device, '"type":"hello"');
    const attempt = { askedAt, answeredAt: performance.now() };
    if (isWelcome) return attempt;
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(device.heard) ?? [];
    if (status === undefined) continue;
    const [, seconds = '0'] = /^retry-after: (\d+)/im.exec(device.heard) ?? [];
    onTurnedAway({ ...attempt, status: Number(status), retryAfterSeconds: Number(seconds) });
    await wait(Number(seconds) * 1000);
  }
}

function handshakeOf(key: string): string {
  return [
    'GET /v1/push/connect HTTP/1.1',
    'Host: host',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: push.v1',
    `Authorization: Bearer ${key}`,
    '\r\n',
  ].join('\r\n');
}

/** Waits until every device has a message, and acknowledges it. */
export async function untilAll(devices: readonly RawDevice[], n: string): Promise<void> {
  await Promise.all(
    devices.map(async (device) => {
      if (!(await hears(device, `"n":"${n}"`))) throw new Error(`closed: ${device.heard}`);
      const [, cursor] = /"cursor":(\d+),"id"/.exec(device.heard)!;
      const ack = Buffer.from(`{"type":"ack","cursor":${cursor}}`);
      // A mask of zeros leaves the text as it is.
      device.socket!.write(
        Buffer.concat([Buffer.from([0x81, 0x80 | ack.length, 0, 0, 0, 0]), ack]),
      );
    }),
  );
}

/** Waits until a device heard something; false when its connection ended before. */
function hears({ socket, ...device }: RawDevice, part: string): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = device.heard;
    if (heard.includes(part)) return resolve(true);
    const take = (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      if (heard.includes(part)) finish(true);
    };
    const end = () => finish(false);
    const finish = (found: boolean) => {
      socket!.off('data', take).off('close', end);
      resolve(found);
    };
    socket!.on('data', take).on('close', end);
    return undefined;
  });
}

/** Sends to the topic `all`. */
export async function publishRaw(
  server: Pick<StartedServer, 'url'>,
  serverKey: string,
  n: string,
): Promise<void> {
  const response = await fetch(`${server.url}/fcm/send`, {
    method: 'POST',
    headers: { authorization: `key=${serverKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ to: '/topics/all', data: { n } }),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
}
