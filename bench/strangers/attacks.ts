import { randomBytes, randomUUID } from 'node:crypto';

/** The mini-app that strangers forge events for. */
export const ATTACKED_APP = 'com.acme.orders';

/** A request that a stranger repeats as soon as the last response has arrived. */
export interface Attack {
  name: string;
  /** The bytes of the next request. */
  next: () => string;
  /** Whether each request uses a new connection. */
  reconnects?: boolean;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`;

function withBody(method: string, path: string, body: object, headers = ''): string {
  const text = JSON.stringify(body);
  return (
    `${method} ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${headers}` +
    `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text}`
  );
}

/**
 * Every request that needs no account, from the most expensive ones to those that are only refused.
 *
 * @param deviceKeys of devices that the stranger has registered, for requests that need one
 */
export function attacksOf(deviceKeys: readonly string[]): Attack[] {
  let turn = 0;
  const deviceKey = () => deviceKeys[turn++ % deviceKeys.length]!;
  return [
    { name: '/metrics', next: () => get('/metrics') },
    { name: '/docs/json', next: () => get('/docs/json') },
    { name: '/ready', next: () => get('/ready') },
    { name: 'what is nowhere', next: () => get('/nothing-here') },
    {
      name: 'handshakes of devices that do not exist',
      next: () =>
        `GET /v1/push/connect HTTP/1.1\r\nhost: x\r\nconnection: Upgrade\r\nupgrade: websocket\r\n` +
        `sec-websocket-version: 13\r\nsec-websocket-key: ${randomBytes(16).toString('base64')}\r\n` +
        `sec-websocket-protocol: push.v1\r\nauthorization: Bearer hgk_${randomBytes(32).toString('base64url')}\r\n\r\n`,
      reconnects: true,
    },
    {
      name: 'sends with a wrong key',
      next: () => withBody('POST', '/fcm/send', { to: '/topics/news' }, 'authorization: key=x\r\n'),
    },
    {
      name: 'registrations',
      next: () =>
        withBody('POST', '/devices/register', {
          token: `hgt_${randomBytes(32).toString('base64url')}`,
          platform: 'android',
        }),
    },
    {
      name: 'events of analytics',
      next: () => withBody('POST', '/v1/analytics/events', { events: events() }),
    },
    {
      name: 'schedules of devices',
      next: () =>
        withBody(
          'PUT',
          `/v1/push/scheduled/${randomUUID()}`,
          {
            sendAt: new Date(Date.now() + 3_600_000).toISOString(),
            title: 'x',
            body: 'b'.repeat(3000),
          },
          `authorization: Bearer ${deviceKey()}\r\n`,
        ),
    },
  ];
}

function events(): object[] {
  return Array.from({ length: 100 }, () => ({
    id: randomUUID(),
    appId: ATTACKED_APP,
    version: '1.0.0',
    type: 'track',
    name: randomUUID(),
    at: new Date().toISOString(),
    installId: 'install-1',
  }));
}
