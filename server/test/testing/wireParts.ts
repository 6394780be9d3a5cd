import { OPCODE } from '../../src/push/live/batches/frames.ts';
import { clientFrame } from '../../src/push/testing/clientFrame.ts';
import { FRAME_CASES } from '../../src/push/testing/frameCases.ts';
import type { randomFrom } from './random.mjs';

type Random = ReturnType<typeof randomFrom>;

const UPGRADES = [
  'h2c',
  'websocket',
  'WebSocket',
  'websocket, h2c',
  'TLS/1.0',
  '',
  '\u00ff',
  'x'.repeat(500),
];
const TARGETS = [
  '/health',
  '/',
  '//',
  '/v1/push/connect',
  '/v1/push/stream',
  '/docs/',
  '*',
  'http://[',
  '/%00',
];

function request(method: string, target: string, headers: readonly string[], body = ''): string {
  return [`${method} ${target} HTTP/1.1`, 'Host: host', ...headers, '', body].join('\r\n');
}

/** The handshake of a device; that of a stranger without a key. */
export function handshakeOf(key?: string): string {
  return request('GET', '/v1/push/connect', [
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Protocol: push.v1',
    ...(key === undefined ? [] : [`Authorization: Bearer ${key}`]),
  ]);
}

const JSON_TYPE = 'Content-Type: application/json';
const post = (headers: string[], body: string) =>
  request('POST', '/v1/push/tokens', [JSON_TYPE, ...headers], body);

/** Well-formed requests close behind each other, some of which offer another protocol; each has an id of its own. */
export function pipeline(random: Random): { bytes: string; ids: string[] } {
  const ids = Array.from({ length: 2 + random.below(5) }, (_, index) => `request-${index}`);
  const offer = ['Connection: Upgrade', 'Upgrade: h2c'];
  const requests = ids.map((id) => {
    const headers = [`X-Request-Id: ${id}`, ...random.oneOf([offer, []])];
    return random.below(3) === 0
      ? post([...headers, 'Content-Length: 2'], '{}')
      : request('GET', random.oneOf(['/health', '/ready']), headers);
  });
  return { bytes: requests.join(''), ids };
}

/** What connections are made of, well-formed and not. To add a shape, add an entry. */
export const WIRE_PARTS: readonly ((random: Random, key: string) => string | Buffer)[] = [
  (random) => request(random.oneOf(['GET', 'HEAD', 'OPTIONS', 'BREW']), random.oneOf(TARGETS), []),
  (random) =>
    request('GET', random.oneOf(TARGETS), [
      `Connection: ${random.oneOf(['Upgrade', 'upgrade, close', 'keep-alive, Upgrade'])}`,
      `Upgrade: ${random.oneOf(UPGRADES)}`,
    ]),
  () => post(['Content-Length: 2'], '{}'),
  () => post(['Content-Length: 2', 'Connection: Upgrade', 'Upgrade: h2c'], '{}'),
  () =>
    post(
      ['Transfer-Encoding: chunked', 'Connection: Upgrade', 'Upgrade: h2c'],
      '2\r\n{}\r\n0\r\n\r\n',
    ),
  (random) =>
    post([`Content-Length: ${random.oneOf(['0', '1', '9', '-1', '1e3', '99999999999'])}`], '{}'),
  () => post(['Content-Length: 2', 'Content-Length: 3'], '{}'),
  () => post(['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  () => post(['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'),
  () => post(['Transfer-Encoding : chunked'], '2\r\n{}\r\n0\r\n\r\n'),
  (random) =>
    post(
      ['Transfer-Encoding: chunked'],
      `${random.oneOf(['2', 'g', '-2', 'fffffffffffffffff', '2;x=y'])}\r\n{}\r\n0\r\n\r\n`,
    ),
  () => request('GET', '/health', ['Expect: 100-continue']),
  () => request('CONNECT', 'host:443', []),
  // More often than others: the order of answers is what goes wrong most easily.
  ...Array.from({ length: 4 }, () => (random: Random) => pipeline(random).bytes),
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  () => 'GET /health HTTP/1.0\r\n\r\n',
  () => '\r\n\r\n',
  () => handshakeOf(),
  (_, key) => handshakeOf(key),
  (_, key) => handshakeOf(key),
  (random) => random.oneOf(FRAME_CASES).bytes,
  () => clientFrame(OPCODE.text, '{"type":"ack","cursor":0}'),
  (random) => random.bytes(random.below(300)),
];

/** Bytes with a few mistakes in them, or none. */
export function mutated(random: Random, bytes: Buffer): Buffer {
  const some = Buffer.from(bytes);
  switch (random.below(5)) {
    case 0:
      for (let index = 0; index < 3 && some.length > 0; index++) {
        some[random.below(some.length)] = random.below(256);
      }
      return some;
    case 1:
      return some.subarray(0, random.below(some.length + 1));
    case 2: {
      const at = random.below(some.length + 1);
      return Buffer.concat([some.subarray(0, at), some.subarray(at + random.below(9))]);
    }
    default:
      return some;
  }
}
