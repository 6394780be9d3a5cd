import { LRUCache } from 'lru-cache';

import { CircuitBreaker } from '../CircuitBreaker.ts';
import { oncePerMessage } from '../oncePerMessage.ts';
import { retryAfter } from '../retryAfter.ts';
import { outcomeOf, signalOf } from '../signals.ts';
import type { OutgoingMessage, Outcome, Transport, WebPushAddress } from '../Transport.types.ts';
import type { AgreeOnKey } from './KeyAgreement.types.ts';
import { parseEndpoint } from './parseEndpoint.ts';
import { PayloadSealer } from './PayloadSealer.ts';
import { MAX_WEB_PUSH_BYTES } from './sealPayload.ts';
import { VapidHeaders, type VapidIdentity } from './VapidHeaders.ts';
import { WebPushClient } from './WebPushClient.ts';
import { webPushHeaders } from './webPushHeaders.ts';

const MAX_ORIGINS = 1000;

/** The options of Web Push. */
export interface WebPushOptions extends VapidIdentity {
  /** Origins that are reached although they are on this machine, in its network or without TLS. */
  listedOrigins?: readonly string[];
  /** A faster implementation than Node's. */
  agreeOnKey?: AgreeOnKey | undefined;
  ca?: string | undefined;
  timeoutMs?: number;
  now?: () => number;
  /** A monotonic clock in milliseconds. */
  elapsed?: () => number;
}

/** A request that is ready to go out. */
export interface WebPushRequest {
  headers: Record<string, string | number>;
  body: Buffer;
}

/** Sends to browsers, over whatever push service each of them uses. */
export class WebPushTransport implements Transport<WebPushAddress> {
  readonly name = 'webpush';
  readonly #vapid: VapidHeaders;
  readonly #sealer: PayloadSealer;
  readonly #client: WebPushClient;
  readonly #listedOrigins: ReadonlySet<string>;
  readonly #now: () => number;
  readonly #elapsed: () => number;
  readonly #render = oncePerMessage(payloadOf);
  /** One for each push service: one that is down holds up no other. */
  readonly #breakers = new LRUCache<string, CircuitBreaker>({ max: MAX_ORIGINS });

  constructor({
    listedOrigins = [],
    agreeOnKey,
    ca,
    timeoutMs = 15_000,
    now = Date.now,
    elapsed = () => performance.now(),
    ...identity
  }: WebPushOptions) {
    this.#vapid = new VapidHeaders(identity, now);
    this.#sealer = new PayloadSealer(agreeOnKey);
    this.#client = new WebPushClient({ timeoutMs, ca });
    this.#listedOrigins = new Set(listedOrigins);
    this.#now = now;
    this.#elapsed = elapsed;
  }

  async send(
    message: OutgoingMessage,
    address: WebPushAddress,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    const endpoint = parseEndpoint(address.endpoint, this.#listedOrigins);
    if (!endpoint) return { kind: 'dead-token', code: 'endpoint-not-allowed' };
    if (this.#render(message).length > MAX_WEB_PUSH_BYTES) {
      return { kind: 'too-large', code: 'payload-too-large' };
    }
    // The protocol has no way to only check a message.
    if (message.dryRun) return { kind: 'accepted' };

    const { origin } = endpoint.url;
    const { pass, ...admission } = this.#breakerOf(origin).admit();
    if (!pass) return { kind: 'retry', code: 'push-service-down', scope: 'device', ...admission };
    const request = this.prepare(message, address, origin);
    if (!request) {
      pass.settle({ kind: 'aborted' });
      return { kind: 'dead-token', code: 'malformed-keys' };
    }
    const answer = await this.#client.post(endpoint, request.headers, request.body, signal);
    const { outcome, isDown } = this.#judge(answer);
    pass.settle(isDown && outcome.kind === 'retry' ? { ...outcome, scope: 'service' } : outcome);
    return outcome;
  }

  /** Encrypts and signs a message; undefined when the keys of the subscription are invalid. */
  prepare(
    message: OutgoingMessage,
    { keys }: WebPushAddress,
    origin: string,
  ): WebPushRequest | undefined {
    const body = this.#sealer.seal(this.#render(message), keys);
    if (!body) return undefined;
    const headers = {
      ...webPushHeaders(message),
      Authorization: this.#vapid.for(origin),
      'Content-Encoding': 'aes128gcm',
      'Content-Type': 'application/octet-stream',
      'Content-Length': body.length,
    };
    return { headers, body };
  }

  async close(): Promise<void> {
    this.#client.close();
  }

  #breakerOf(origin: string): CircuitBreaker {
    let breaker = this.#breakers.get(origin);
    if (!breaker) {
      breaker = new CircuitBreaker({ now: this.#elapsed });
      this.#breakers.set(origin, breaker);
    }
    return breaker;
  }

  #judge(answer: Awaited<ReturnType<WebPushClient['post']>>): {
    outcome: Outcome;
    isDown: boolean;
  } {
    const { status, failure } = answer;
    if (failure === 'aborted') return { outcome: { kind: 'aborted' }, isDown: false };
    if (failure === 'private-address') {
      return { outcome: { kind: 'quarantine', code: failure }, isDown: false };
    }
    if (failure !== undefined) {
      return { outcome: { kind: 'retry', code: failure, scope: 'device' }, isDown: true };
    }
    if (status >= 200 && status < 300) {
      return { outcome: { kind: 'accepted', status }, isDown: false };
    }
    const code = String(status);
    const wait = retryAfter(answer.retryAfter, this.#now());
    const signalled = signalOf('webpush', status, code);
    const outcome = outcomeOf(signalled, code, () => true, wait);
    return { outcome: { ...outcome, status }, isDown: status >= 500 };
  }
}

/** The payload that the service worker gets. */
function payloadOf({ id, notification, data, app }: OutgoingMessage): Buffer {
  return Buffer.from(JSON.stringify({ id, notification, data, app }));
}
