import { STAMP, type Words } from './Contender.types.ts';

/** The bytes of each delivered message; ours include cursor, id and time. */
export const MESSAGE_BYTES = 256;
const TOPIC = 'news';
const WEBSOCKET_KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const HEAD_END = Buffer.from('\r\n\r\n');

/** Our protocol: the documented device connection, and the legacy FCM protocol for sends. */
export function ourWords(keys: readonly string[], serverKey: string): Words {
  const envelope = {
    type: 'message',
    cursor: 1000,
    id: '1000',
    from: `/topics/${TOPIC}`,
    sentAt: new Date().toISOString(),
    priority: 'normal',
    data: { at: STAMP, text: '' },
  };
  const text = 'x'.repeat(MESSAGE_BYTES - JSON.stringify(envelope).length);
  const body = JSON.stringify({ to: `/topics/${TOPIC}`, data: { at: STAMP, text } });
  return {
    greetings: keys.map((key) =>
      upgrade('/v1/push/connect', {
        'Sec-WebSocket-Protocol': 'push.v1',
        Authorization: `Bearer ${key}`,
      }),
    ),
    subscribed: Buffer.from('"hello"'),
    message: post('/fcm/send', body, { Authorization: `key=${serverKey}` }),
  };
}

/** A server on which the URL of a WebSocket names its subscription, and publishing is over HTTP. */
export function webSocketWords(
  connections: number,
  paths: { subscribe: string; publish: string },
): Words {
  return {
    greetings: many(connections, () => upgrade(paths.subscribe)),
    subscribed: HEAD_END,
    message: post(paths.publish, plainMessage()),
  };
}

/** NATS: its own protocol, in WebSocket frames for devices. */
export function natsWords(connections: number): Words {
  const connect = 'CONNECT {"verbose":false,"pedantic":false,"headers":false}\r\n';
  const message = plainMessage();
  return {
    greetings: many(connections, () => upgrade('/')),
    second: maskedFrame(`${connect}SUB ${TOPIC} 1\r\nPING\r\n`),
    subscribed: Buffer.from('PONG'),
    publisher: Buffer.from(connect),
    message: Buffer.from(`PUB ${TOPIC} ${message.length}\r\n${message}\r\n`),
  };
}

/** MQTT 3.1.1 with QoS 0, that is, without acknowledgements. */
export function mqttWords(connections: number): Words {
  const connect = (id: string) =>
    mqttPacket(0x10, Buffer.concat([Buffer.from('\0\x04MQTT\x04\x02\0\0'), mqttString(id)]));
  const subscribe = mqttPacket(
    0x82,
    Buffer.concat([Buffer.from([0, 1]), mqttString(TOPIC), Buffer.from([0])]),
  );
  return {
    greetings: many(connections, (index) => Buffer.concat([connect(`d${index}`), subscribe])),
    subscribed: Buffer.from([0x90, 3, 0, 1, 0]),
    publisher: connect('publisher'),
    message: mqttPacket(0x30, Buffer.concat([mqttString(TOPIC), Buffer.from(plainMessage())])),
  };
}

export function redisWords(connections: number): Words {
  const command = (...words: string[]) =>
    Buffer.from(
      `*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join('')}`,
    );
  return {
    greetings: many(connections, () => command('SUBSCRIBE', TOPIC)),
    subscribed: Buffer.from(':1\r\n'),
    message: command('PUBLISH', TOPIC, plainMessage()),
  };
}

function plainMessage(): string {
  const message = { at: STAMP, text: '' };
  const text = 'x'.repeat(MESSAGE_BYTES - JSON.stringify(message).length);
  return JSON.stringify({ ...message, text });
}

function many(count: number, make: (index: number) => Buffer): Buffer[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function upgrade(path: string, headers: Record<string, string> = {}): Buffer {
  return Buffer.concat([
    head(`GET ${path} HTTP/1.1`, {
      Host: '127.0.0.1',
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Key': WEBSOCKET_KEY,
      'Sec-WebSocket-Version': '13',
      ...headers,
    }),
    HEAD_END,
  ]);
}

function post(path: string, body: string, headers: Record<string, string> = {}): Buffer {
  return Buffer.concat([
    head(`POST ${path} HTTP/1.1`, {
      Host: '127.0.0.1',
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
      ...headers,
    }),
    HEAD_END,
    Buffer.from(body),
  ]);
}

function head(first: string, headers: Record<string, string>): Buffer {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from([first, ...lines].join('\r\n'));
}

/** A binary client frame with a one-byte length and an all-zero mask. */
function maskedFrame(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x82, 0x80 | text.length, 0, 0, 0, 0]), Buffer.from(text)]);
}

function mqttString(text: string): Buffer {
  return Buffer.concat([Buffer.from([0, text.length]), Buffer.from(text)]);
}

function mqttPacket(kind: number, body: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = body.length; ; rest >>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  return Buffer.concat([Buffer.from([kind, ...length]), body]);
}
