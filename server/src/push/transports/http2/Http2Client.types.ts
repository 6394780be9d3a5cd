import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http2';

/** A POST over HTTP/2. */
export interface Http2Request {
  headers: OutgoingHttpHeaders & { ':method': 'POST'; ':path': string };
  body: string | Buffer;
  signal?: AbortSignal | undefined;
}

/** A complete response. */
export interface Http2Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Why there is no response. */
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

/** The options of a client for one origin. Durations are in milliseconds. */
export interface Http2ClientOptions {
  /** `https://api.push.apple.com` */
  origin: string;
  /** Certificates that are trusted instead of the system's. */
  ca?: string | undefined;
  /** From the call until the complete response, including the wait for a free stream. */
  timeoutMs?: number;
  connectMs?: number;
  mostConnections?: number;
  /** Concurrent streams on one connection, even if the server allows more. */
  mostStreams?: number;
  /** Requests that wait for a free stream; further ones fail as `busy`. */
  mostWaiting?: number;
  /** Whether a new connection carries a single stream until its credentials have been accepted. */
  startsWithOneStream?: boolean;
  pingEveryMs?: number;
  /** How long a ping may stay unanswered before the connection counts as lost. */
  pingMs?: number;
}
