import { once } from 'node:events';
import {
  type Http2SecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
  type Settings,
  createSecureServer,
} from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';

import { generate } from 'selfsigned';

/** A completely received request. */
export interface ReceivedRequest {
  headers: IncomingHttpHeaders;
  body: Buffer;
  stream: ServerHttp2Stream;
}

/** A response. */
export interface Answer {
  status: number;
  headers?: Record<string, string>;
  body?: string;
}

/** An HTTP/2 server with TLS on this machine. */
export interface Http2TestServer {
  origin: string;
  /** The certificate to trust. */
  ca: string;
  server: Http2SecureServer;
  /** The open connections. */
  sessions: Set<ServerHttp2Session>;
  /** Drops every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts a server that answers every complete request; `answer` may return nothing and use the stream itself. */
export async function startHttp2Server(
  answer: (request: ReceivedRequest) => Answer | undefined | Promise<Answer | undefined>,
  settings: Settings = {},
): Promise<Http2TestServer> {
  const { cert, private: key } = await testCertificate();
  const server = createSecureServer({ cert, key, settings });
  const sessions: Http2TestServer['sessions'] = new Set();
  server.on('session', (session) => {
    sessions.add(session);
    session.on('error', () => {}).on('close', () => sessions.delete(session));
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  server.on('sessionError', () => {});
  server.on('stream', (stream, headers) => {
    const chunks: Buffer[] = [];
    stream.on('error', () => {});
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      void (async () => {
        const given = await answer({ headers, body: Buffer.concat(chunks), stream });
        if (!given || stream.closed || stream.destroyed) return;
        stream.respond({ ':status': given.status, ...given.headers });
        stream.end(given.body);
      })();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ca: cert,
    server,
    sessions,
    cut() {
      for (const socket of sockets) socket.destroy();
    },
    async close() {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

let certificate: ReturnType<typeof generate> | undefined;

/** A certificate for 127.0.0.1, generated once per process. */
export function testCertificate(): ReturnType<typeof generate> {
  certificate ??= generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  return certificate;
}
