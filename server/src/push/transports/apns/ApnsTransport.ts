import { sensitiveHeaders } from 'node:http2';

import * as z from 'zod/mini';

import { Http2Client } from '../http2/Http2Client.ts';
import type { Http2Answer } from '../http2/Http2Client.types.ts';
import { outcomeOfFailure } from '../http2/outcomeOfFailure.ts';
import { oncePerMessage } from '../oncePerMessage.ts';
import { parseJson } from '../parseJson.ts';
import { retryAfter } from '../retryAfter.ts';
import { outcomeOf, signalOf } from '../signals.ts';
import type {
  ApnsAddress,
  ApnsEnvironment,
  OutgoingMessage,
  Outcome,
  Transport,
} from '../Transport.types.ts';
import { apnsHeaders, apnsId, apnsIdStart } from './apnsHeaders.ts';
import { type ApnsPayload, MAX_APNS_BYTES, apnsPayload } from './apnsPayload.ts';
import { type ApnsKey, ProviderToken } from './ProviderToken.ts';

const ORIGINS: Record<ApnsEnvironment, string> = {
  production: 'https://api.push.apple.com',
  sandbox: 'https://api.sandbox.push.apple.com',
};
const TOKEN = /^[0-9a-f]{16,400}$/i;
/** Never indexed by HPACK: these values never repeat, and would evict those that do. */
const NOT_REPEATED = [':path', 'apns-id'];
const Refusal = z.object({ reason: z.string(), timestamp: z.optional(z.number()) });

/** The parts of a request that are the same for all devices of a message. */
interface Rendered extends Pick<ApnsPayload, 'bytes'> {
  body: Buffer;
  headers: Record<string, string>;
  idStart: string;
}

/** The options of APNs. */
export interface ApnsOptions {
  key: ApnsKey;
  /** The bundle id of the app. */
  topic: string;
  /** The environment of devices that do not state theirs. */
  environment?: ApnsEnvironment;
  origins?: Partial<Record<ApnsEnvironment, string>>;
  ca?: string | undefined;
  timeoutMs?: number;
  pingEveryMs?: number;
  now?: () => number;
}

/** Sends over Apple's push service. */
export class ApnsTransport implements Transport<ApnsAddress> {
  readonly name = 'apns';
  readonly #home: ApnsEnvironment;
  readonly #clients: Record<ApnsEnvironment, Http2Client>;
  readonly #token: ProviderToken;
  readonly #now: () => number;
  readonly #render: (message: OutgoingMessage) => Rendered;
  /** Environments that accepted a message, which shows that key, topic and environment belong together. */
  readonly #works = new Set<ApnsEnvironment>();

  constructor({ key, topic, environment, origins, now = Date.now, ...limits }: ApnsOptions) {
    const client = (where: ApnsEnvironment) =>
      new Http2Client({
        origin: origins?.[where] ?? ORIGINS[where],
        startsWithOneStream: true,
        ...limits,
      });
    this.#home = environment ?? 'production';
    this.#clients = { production: client('production'), sandbox: client('sandbox') };
    this.#token = new ProviderToken(key, now);
    this.#now = now;
    this.#render = oncePerMessage((message) => {
      const { body, bytes, pushType } = apnsPayload(message);
      const headers = { ...apnsHeaders(message, pushType, now()), 'apns-topic': topic };
      return { body: Buffer.from(body), bytes, headers, idStart: apnsIdStart(message.id) };
    });
  }

  async send(
    message: OutgoingMessage,
    address: ApnsAddress,
    signal?: AbortSignal,
  ): Promise<Outcome> {
    // It becomes a part of the request's path.
    if (!TOKEN.test(address.token)) return { kind: 'dead-token', code: 'malformed-token' };
    if (this.#render(message).bytes > MAX_APNS_BYTES) {
      return { kind: 'too-large', code: 'PayloadTooLarge' };
    }
    // Apple has no way to only check a message.
    if (message.dryRun) return { kind: 'accepted' };
    const where = address.environment ?? this.#home;
    const outcome = await this.#sendTo(where, message, address, signal);
    if (address.environment || !isBadToken(outcome)) return outcome;
    const elsewhere = where === 'production' ? 'sandbox' : 'production';
    const second = await this.#sendTo(elsewhere, message, address, signal);
    return isBadToken(second) ? outcome : second;
  }

  async close(): Promise<void> {
    for (const client of Object.values(this.#clients)) client.close();
  }

  async #sendTo(
    where: ApnsEnvironment,
    message: OutgoingMessage,
    address: ApnsAddress,
    signal: AbortSignal | undefined,
    isSecond = false,
  ): Promise<Outcome> {
    const { body, headers, idStart } = this.#render(message);
    const authorization = this.#token.header;
    const { answer, failure } = await this.#clients[where].request({
      headers: {
        ':method': 'POST',
        ':path': `/3/device/${address.token}`,
        authorization,
        'apns-id': apnsId(idStart, address.token),
        ...headers,
        [sensitiveHeaders]: NOT_REPEATED,
      },
      body,
      signal,
    });
    if (failure) return outcomeOfFailure(failure);
    if (answer.status === 200) {
      this.#works.add(where);
      const serviceMessageId = String(answer.headers['apns-id'] ?? '');
      return { kind: 'accepted', status: answer.status, serviceMessageId };
    }

    const { reason, timestamp } = readRefusal(answer);
    const signalled = signalOf('apns', answer.status, reason);
    const mayRenew = signalled.action === 'renew-credentials' && !isSecond;
    if (mayRenew && this.#token.renew(authorization)) {
      return this.#sendTo(where, message, address, signal, true);
    }
    const outcome = outcomeOf(
      signalled,
      reason,
      (condition) =>
        condition === 'died-after-registration'
          ? timestamp !== undefined && timestamp > address.registeredAt
          : this.#works.has(where),
      retryAfter(answer.headers['retry-after'], this.#now()),
    );
    return { ...outcome, status: answer.status };
  }
}

function readRefusal({ status, body }: Http2Answer): z.infer<typeof Refusal> {
  const parsed = Refusal.safeParse(parseJson(body));
  return parsed.success ? parsed.data : { reason: String(status) };
}

function isBadToken(outcome: Outcome): boolean {
  return 'code' in outcome && outcome.code === 'BadDeviceToken';
}
