/** What a stranger does with one connection. To add a case, add an entry to `CONNECTION_ATTACKS`. */
export interface ConnectionAttack {
  title: string;
  /** What is sent, each piece by itself. */
  sends: readonly (string | Buffer)[];
  /** The statuses of the answers, in their order. Without it nothing is waited for: the connection is cut. */
  answers?: readonly number[];
  /** On how many connections, one after the other. */
  times?: number;
}

/** A request as it goes over the wire. */
function requestText(
  target: string,
  headers: Record<string, string> = {},
  { method = 'GET', body = '' }: { method?: string; body?: string } = {},
): string {
  const lines = Object.entries({ host: 'host', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return [`${method} ${target} HTTP/1.1`, ...lines, '', body].join('\r\n');
}

const H2C = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
const JSON_TYPE = { 'content-type': 'application/json' };

/** A handshake that lacks nothing but the key of a device. */
const HANDSHAKE = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol': 'push.v1',
};

const plain = requestText('/health');
const offer = requestText('/health', H2C);
const handshake = requestText('/v1/push/connect', HANDSHAKE);

export const CONNECTION_ATTACKS: readonly ConnectionAttack[] = [
  {
    title: 'two offers of another protocol and a plain request at once',
    sends: [offer + offer + plain],
    answers: [200, 200, 200],
  },
  {
    title: 'a plain request, an offer of another protocol and a plain request at once',
    sends: [plain + offer + plain],
    answers: [200, 200, 200],
  },
  {
    title: 'many offers of another protocol at once, and gone',
    sends: [offer.repeat(200)],
  },
  {
    title: 'an offer of another protocol with a body, in two pieces',
    sends: [
      requestText('/v1/push/tokens', { ...H2C, ...JSON_TYPE, 'content-length': '2' }, POST('{')),
      `}${plain}`,
    ],
    answers: [201, 200],
  },
  {
    title: 'a handshake before the requests before it are answered',
    sends: [plain + plain + handshake],
    answers: [200, 200, 401],
  },
  {
    title: 'a handshake, and gone before it is answered',
    sends: [plain + handshake],
  },
  {
    title: 'handshakes for what is no address',
    sends: [requestText('//', HANDSHAKE)],
    answers: [400],
    times: 100,
  },
  {
    title: 'handshakes for what is an address only below another one',
    sends: [requestText(`*${'\\'.repeat(15_000)}`, HANDSHAKE)],
    answers: [400],
    times: 30,
  },
  {
    title: 'handshakes with a key that nobody has',
    sends: [
      requestText('/v1/push/connect', {
        ...HANDSHAKE,
        authorization: `Bearer hgk_${'a'.repeat(43)}`,
      }),
    ],
    answers: [404],
    times: 100,
  },
  {
    title: 'frames before the handshake is answered',
    sends: [handshake, Buffer.alloc(10_000, 0xff)],
    answers: [401],
  },
  {
    title: 'a handshake by another method',
    sends: [requestText('/v1/push/connect', HANDSHAKE, { method: 'DELETE' })],
    answers: [400],
  },
  {
    title: 'a tunnel',
    sends: [requestText('host:443', {}, { method: 'CONNECT' })],
  },
  {
    title: 'the preface of HTTP/2',
    sends: ['PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    answers: [400],
  },
  {
    title: 'two lengths that differ',
    sends: ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nxx'],
    answers: [400],
  },
  {
    title: 'a length and chunks, with another request in what they disagree about',
    sends: [
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${5 + plain.length}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${plain}`,
    ],
    answers: [400],
  },
  {
    title: 'chunks in a disguise',
    sends: [
      `POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n${plain}`,
    ],
    answers: [400],
  },
  {
    title: 'a chunk whose length is none',
    sends: [
      'POST /v1/push/tokens HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n-1\r\nx',
    ],
    answers: [400],
  },
  {
    title: 'a header that goes on in the next line',
    sends: ['GET /health HTTP/1.1\r\nHost: a\r\nX: y\r\n z\r\n\r\n'],
    answers: [400],
  },
  {
    title: 'a header without an end',
    sends: [`GET /health HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(100_000)}`],
    answers: [431],
  },
  {
    title: 'no host',
    sends: ['GET /health HTTP/1.1\r\n\r\n'],
    answers: [400],
  },
  {
    title: 'bytes that are no request',
    sends: [Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 167) & 0xff))],
    answers: [400],
  },
];

function POST(body: string) {
  return { method: 'POST', body };
}
