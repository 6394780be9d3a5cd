import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { LookupAddress } from 'node:dns';

import { ApiError } from '../../../errors/ApiError.ts';
import type { UpstreamGuard } from './UpstreamGuard.types.ts';

const MAX_CONNECTIONS = 64;
/** Concurrent requests to one back end that wait for its answer: the body of each is in memory. */
const MAX_WAITING = 128;
const RETRY_AFTER_SECONDS = 1;
const PATIENCE = { answerMs: 15_000, wholeMs: 60_000 };

/** A request to an upstream. */
interface UpstreamCall {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Aborts the request when the caller has disconnected. */
  signal: AbortSignal;
}

/** Sends requests to the back ends of mini-apps. */
export interface UpstreamClient {
  /** The answer, as soon as it begins. Rejects with `upstream-unavailable`, `upstream-timeout` or `unavailable`. */
  ask(call: UpstreamCall): Promise<IncomingMessage>;
  close(): void;
}

/**
 * A client that connects only to addresses that the guard has checked: the name is resolved once, and the connection uses
 * the result. A name that resolves differently a moment later (DNS rebinding) changes nothing.
 */
export function createUpstreamClient(
  guard: Pick<UpstreamGuard, 'addressesOf'>,
  patience = PATIENCE,
): UpstreamClient {
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: 8 };
  const agents = { 'http:': new HttpAgent(options), 'https:': new HttpsAgent(options) };

  const exchange = async ({
    url,
    method,
    headers,
    body,
    signal,
  }: UpstreamCall): Promise<IncomingMessage> => {
    const addresses = await guard.addressesOf(url).catch((cause: unknown) => {
      // Without details: the caller must not learn how a name resolves in the operator's network.
      throw unavailable('cannot be reached', cause);
    });
    const protocol = url.protocol as 'http:' | 'https:';
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    return new Promise((resolve, reject) => {
      const outgoing = send(url, {
        method,
        headers: { ...headers, ...(body && { 'content-length': String(body.length) }) },
        agent: agents[protocol],
        lookup: pinnedTo(addresses),
        signal,
      });
      let isLate = false;
      const giveUp = () => {
        isLate = true;
        outgoing.destroy();
      };
      const answer = setTimeout(giveUp, patience.answerMs);
      const whole = setTimeout(giveUp, patience.wholeMs);
      outgoing.on('close', () => {
        clearTimeout(answer);
        clearTimeout(whole);
        // After a protocol upgrade the request closes with neither a response nor an error.
        reject(unavailable('does not answer', undefined));
      });
      outgoing.on('response', (response) => {
        clearTimeout(answer);
        resolve(response);
      });
      outgoing.on('error', (cause) => {
        reject(
          isLate
            ? new ApiError('upstream-timeout', 'The back end did not answer in time.', { cause })
            : unavailable('does not answer', cause),
        );
      });
      outgoing.end(body);
    });
  };
  const waiting = new Map<string, number>();

  return {
    async ask(call) {
      const { origin } = call.url;
      const count = waiting.get(origin) ?? 0;
      if (count >= MAX_WAITING) {
        throw new ApiError('unavailable', `${count} requests wait for the back end.`, {
          retryAfterSeconds: RETRY_AFTER_SECONDS,
        });
      }
      waiting.set(origin, count + 1);
      try {
        return await exchange(call);
      } finally {
        const left = waiting.get(origin)! - 1;
        if (left > 0) waiting.set(origin, left);
        else waiting.delete(origin);
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

function pinnedTo(addresses: readonly LookupAddress[]): LookupFunction {
  return (_, { all }, done) => {
    const [first] = addresses as [LookupAddress];
    if (all) done(null, [...addresses]);
    else done(null, first.address, first.family);
  };
}

function unavailable(what: string, cause: unknown): ApiError {
  return new ApiError('upstream-unavailable', `The back end ${what}.`, { cause });
}
