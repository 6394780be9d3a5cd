import * as z from 'zod/mini';

import { Http2Client } from '../http2/Http2Client.ts';
import type { Http2Answer, Http2Request } from '../http2/Http2Client.types.ts';
import { outcomeOfFailure } from '../http2/outcomeOfFailure.ts';
import { oncePerMessage } from '../oncePerMessage.ts';
import { parseJson } from '../parseJson.ts';
import { retryAfter } from '../retryAfter.ts';
import { outcomeOf, signalOf } from '../signals.ts';
import type {
  FcmAddress,
  FcmPlatform,
  OutgoingMessage,
  Outcome,
  Transport,
} from '../Transport.types.ts';
import { AccessToken, type ServiceAccountKey } from './AccessToken.ts';
import { readFcmError } from './fcmError.ts';
import { fcmMessage } from './fcmMessage.ts';

const ORIGIN = 'https://fcm.googleapis.com';
/** More concurrent streams would only give the garbage collector more to copy. */
const MAX_STREAMS = 100;
const Sent = z.object({ name: z.string() });

/** The options of FCM. */
export interface FcmOptions {
  account: ServiceAccountKey & { projectId: string };
  origin?: string;
  ca?: string | undefined;
  timeoutMs?: number;
  pingEveryMs?: number;
  now?: () => number;
}

/** Sends over the HTTP v1 API of Firebase Cloud Messaging. */
export class FcmTransport implements Transport<FcmAddress> {
  readonly name = 'fcm';
  /** The same for all sends of an hour. */
  #headers: Http2Request['headers'];
  readonly #client: Http2Client;
  readonly #token: AccessToken;
  readonly #now: () => number;
  /** Renders the body after the token, which is the same for all devices of a platform. */
  readonly #renderFor: Record<FcmPlatform | 'any', (message: OutgoingMessage) => string>;

  constructor({ account, origin = ORIGIN, now = Date.now, ...limits }: FcmOptions) {
    this.#headers = {
      ':method': 'POST',
      ':path': `/v1/projects/${encodeURIComponent(account.projectId)}/messages:send`,
      authorization: '',
      'content-type': 'application/json',
    };
    this.#client = new Http2Client({
      origin,
      mostConnections: 2,
      mostStreams: MAX_STREAMS,
      ...limits,
    });
    this.#token = new AccessToken(account, { ...limits, now });
    this.#now = now;
    const renderFor = (platform: FcmPlatform | undefined) =>
      oncePerMessage((message) => {
        const fields = JSON.stringify(fcmMessage(message, now(), platform)).slice(1, -1);
        return `,${fields}}${message.dryRun ? ',"validate_only":true' : ''}}`;
      });
    this.#renderFor = {
      android: renderFor('android'),
      ios: renderFor('ios'),
      web: renderFor('web'),
      any: renderFor(undefined),
    };
  }

  send(message: OutgoingMessage, address: FcmAddress, signal?: AbortSignal): Promise<Outcome> {
    return this.#attempt(message, address, signal, false);
  }

  async close(): Promise<void> {
    this.#client.close();
    this.#token.close();
  }

  async #attempt(
    message: OutgoingMessage,
    address: FcmAddress,
    signal: AbortSignal | undefined,
    isSecond: boolean,
  ): Promise<Outcome> {
    const known = this.#token.get();
    const { header, outcome } = known instanceof Promise ? await known : known;
    if (outcome) return outcome;
    const rest = this.#renderFor[address.platform ?? 'any'](message);
    const { answer, failure } = await this.#client.request({
      headers: this.#headersWith(header),
      body: `{"message":{"token":${JSON.stringify(address.token)}${rest}`,
      signal,
    });
    if (failure) return outcomeOfFailure(failure);
    if (answer.status === 200) return readSent(answer);

    const { code, namesToken } = readFcmError(answer.status, answer.body);
    const signalled = signalOf('fcm', answer.status, code);
    if (signalled.action === 'renew-credentials' && !isSecond) {
      this.#token.forget(header);
      return this.#attempt(message, address, signal, true);
    }
    const wait = retryAfter(answer.headers['retry-after'], this.#now());
    return { ...outcomeOf(signalled, code, () => namesToken, wait), status: answer.status };
  }

  #headersWith(authorization: string): Http2Request['headers'] {
    if (this.#headers['authorization'] !== authorization) {
      this.#headers = { ...this.#headers, authorization };
    }
    return this.#headers;
  }
}

/** Without an id it is no success: the answer came from a proxy in between. */
function readSent({ status, body }: Http2Answer): Outcome {
  const sent = Sent.safeParse(parseJson(body));
  return sent.success
    ? { kind: 'accepted', status, serviceMessageId: sent.data.name }
    : { kind: 'retry', status, code: 'unreadable-answer', scope: 'service' };
}
