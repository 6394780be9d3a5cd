import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';

/** A POST over HTTP/2. */
export interface Http2Request {
  headers: OutgoingHttpHeaders & { ':method': 'POST'; ':path': string };
  body: string | Buffer;
  signal?: AbortSignal | undefined;
}

/** A whole answer. */
export interface Http2Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Why there is no answer. */
export type Http2Failure =
  | 'aborted'
  | 'answer-too-large'
  | 'busy'
  | 'closed'
  | 'connection-lost'
  | 'connection-refused'
  | 'goaway'
  | 'protocol-error'
  | 'refused-stream'
  | 'timeout'
  | 'tls-refused'
  | 'unreachable';

export type Http2Result =
  | { answer: Http2Answer; failure?: undefined }
  | { answer?: undefined; failure: Http2Failure };

/** How a client of one origin behaves. Durations are milliseconds. */
export interface Http2ClientOptions {
  /** `https://api.push.apple.com` */
  origin: string;
  /** Certificates that are trusted instead of the system's. */
  ca?: string | undefined;
  /** From the call until the whole answer, waiting for a free stream included. */
  timeoutMs?: number;
  connectMs?: number;
  mostConnections?: number;
  /** Streams at once on one connection, also when the other side allows more. */
  mostStreams?: number;
  /** Requests that wait for a free stream; further ones fail as `busy`. */
  mostWaiting?: number;
  /** Whether a new connection carries one stream until its credentials were taken. */
  startsWithOneStream?: boolean;
  pingEveryMs?: number;
  /** How long a ping may stay unanswered until the connection counts as lost. */
  pingMs?: number;
}
