import { Agent as HttpAgent, type ClientRequest, request as requestOverHttp } from 'node:http';
import { Agent as HttpsAgent, type RequestOptions, request as requestOverHttps } from 'node:https';

import { failureOf } from '../http2/failureOf.ts';
import type { Endpoint } from './parseEndpoint.ts';
import { keepFewIdle } from './keepFewIdle.ts';
import { PRIVATE_ADDRESS, lookupPublic } from './lookupPublic.ts';

const MAX_ANSWER_BYTES = 64 * 1024;
const MAX_SOCKETS = { maxSockets: 100, maxTotalSockets: 1000, maxFreeSockets: 100 };

/** A push service's answer, or a code that says why there is none. */
export type WebPushAnswer =
  | { status: number; retryAfter: string | undefined; failure?: undefined }
  | { status?: undefined; failure: string };

/**
 * Posts to push services. Their addresses are untrusted: redirects are not followed, only a little of an answer is read, and
 * everything has a timeout.
 */
export class WebPushClient {
  readonly #timeoutMs: number;
  readonly #ca: string | undefined;
  readonly #listed: { http: HttpAgent; https: HttpsAgent };
  readonly #public: HttpsAgent;
  readonly #underWay = new Set<ClientRequest>();
  #isClosed = false;

  constructor({ timeoutMs, ca }: { timeoutMs: number; ca: string | undefined }) {
    this.#timeoutMs = timeoutMs;
    this.#ca = ca;
    const keep = { keepAlive: true, ...MAX_SOCKETS };
    const few = <Kind extends HttpAgent>(agent: Kind) =>
      keepFewIdle(agent, MAX_SOCKETS.maxFreeSockets);
    this.#listed = { http: few(new HttpAgent(keep)), https: few(new HttpsAgent(keep)) };
    this.#public = few(new HttpsAgent({ ...keep, lookup: lookupPublic }));
  }

  post(
    { url, isListed }: Endpoint,
    headers: Record<string, string | number>,
    body: Buffer,
    signal: AbortSignal | undefined,
  ): Promise<WebPushAnswer> {
    if (signal?.aborted) return Promise.resolve({ failure: 'aborted' });
    if (this.#isClosed) return Promise.resolve({ failure: 'closed' });
    const isPlain = url.protocol === 'http:';
    const listedAgent = isPlain ? this.#listed.http : this.#listed.https;
    const options: RequestOptions = {
      method: 'POST',
      headers,
      agent: isListed ? listedAgent : this.#public,
      ...(this.#ca !== undefined && { ca: this.#ca }),
    };
    const request = isPlain ? requestOverHttp(url, options) : requestOverHttps(url, options);
    return this.#exchange(request, body, signal);
  }

  close(): void {
    this.#isClosed = true;
    for (const request of this.#underWay) request.destroy();
    for (const agent of [this.#listed.http, this.#listed.https, this.#public]) agent.destroy();
  }

  #exchange(
    request: ClientRequest,
    body: Buffer,
    signal: AbortSignal | undefined,
  ): Promise<WebPushAnswer> {
    this.#underWay.add(request);
    return new Promise((resolve) => {
      let reason: string | undefined;
      const giveUp = (why: string) => {
        reason = why;
        request.destroy();
      };
      const timer = setTimeout(giveUp, this.#timeoutMs, 'timeout');
      const abort = () => giveUp('aborted');
      signal?.addEventListener('abort', abort);
      let size = 0;
      request.on('response', (response) => {
        resolve({
          status: response.statusCode ?? 0,
          retryAfter: response.headers['retry-after'],
        });
        // The answer is read so that the connection can be reused, up to a limit.
        response.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > MAX_ANSWER_BYTES) request.destroy();
        });
        response.on('error', () => {});
      });
      let error: NodeJS.ErrnoException | undefined;
      request.on('error', (thrown) => (error = thrown));
      request.on('close', () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        this.#underWay.delete(request);
        resolve({ failure: reason ?? failureCode(error, this.#isClosed) });
      });
      request.end(body);
    });
  }
}

function failureCode(error: NodeJS.ErrnoException | undefined, isClosed: boolean): string {
  if (isClosed) return 'closed';
  if (error?.code === PRIVATE_ADDRESS) return 'private-address';
  if (error?.code?.startsWith('HPE_')) return 'protocol-error';
  return failureOf(error ?? {}, true);
}
