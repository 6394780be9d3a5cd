import {
  type DeviceRegistration,
  PushGroupResponse,
  type PushMessage,
  PushMessageRecord,
  PushTokensResponse,
  PushTopicResponse,
  RegisteredDevice,
  type ScheduledNotification,
  ScheduledNotifications,
  pageOf,
} from '@host/contracts';

import { ApiClientError } from '../ApiClientError.ts';
import { path } from '../exchange/path.ts';
import { requireWord } from '../transport/requireWord.ts';
import { idempotencyHeader } from '../transport/idempotencyHeader.ts';
import type { CallOptions, PostOptions, Schema, Transport } from '../transport/Transport.types.ts';
import type { Page, PageRequest } from './Page.types.ts';

/** The gateway's answer: per token, for a group as a whole, or the id of a message to a topic or a condition. */
export type SentPush = PushTokensResponse | PushGroupResponse | PushTopicResponse;

const SentPush: Schema<SentPush> = {
  safeParse(value) {
    for (const schema of [PushTokensResponse, PushGroupResponse]) {
      const parsed = schema.safeParse(value);
      if (parsed.success) return parsed;
    }
    return PushTopicResponse.safeParse(value);
  },
};

/**
 * The calls of back ends with their server key, and of devices with their own key. What takes a server key is, without one, sent
 * with the client's `token`, which needs the scope `push`; on the console, as the person who is signed in there.
 */
export interface PushCalls {
  /**
   * Registers a device push token: `token`, and the name of the device's operating system as `platform`. With a session, the
   * device belongs to that person.
   */
  registerDevice(device: DeviceRegistration, options?: CallOptions): Promise<RegisteredDevice>;
  /**
   * Sends a push to tokens, a topic or a condition. A repetition with the same Idempotency-Key sends no second message.
   */
  sendPush(
    message: PushMessage,
    serverKey: string | undefined,
    options?: PostOptions,
  ): Promise<SentPush>;
  /** The status of a message, by the id that the sender was given. */
  readPushMessage(
    id: string | number,
    serverKey: string | undefined,
    options?: CallOptions,
  ): Promise<PushMessageRecord>;
  /** The messages of a sender, the newest first; those of everybody for a token with the scope `admin`. */
  listPushMessages(
    page: PageRequest | undefined,
    serverKey: string | undefined,
    options?: CallOptions,
  ): Promise<Page<PushMessageRecord>>;
  /** Cancels a scheduled message. */
  cancelPushMessage(
    id: string | number,
    serverKey: string | undefined,
    options?: CallOptions,
  ): Promise<PushMessageRecord>;
  /** Schedules a notification to the device itself; one with the same id that is not sent yet is replaced. */
  scheduleNotification(
    id: string,
    notification: ScheduledNotification,
    deviceKey: string,
    options?: CallOptions,
  ): Promise<ScheduledNotifications>;
  cancelScheduledNotification(
    id: string,
    deviceKey: string,
    options?: CallOptions,
  ): Promise<ScheduledNotifications>;
  listScheduledNotifications(
    deviceKey: string,
    options?: CallOptions,
  ): Promise<ScheduledNotifications>;
}

export function pushCalls({ ask }: Transport): PushCalls {
  const scheduled = (method: 'PUT' | 'DELETE', id: string, deviceKey: string) => ({
    method,
    path: path`/v1/push/scheduled/${id}`,
    bearer: requireKey(deviceKey),
  });
  return {
    registerDevice: (json, options) =>
      ask(
        { method: 'POST', path: '/devices/register', json, options, asPerson: true },
        RegisteredDevice,
      ),
    sendPush: async (message, serverKey, options) =>
      ask(
        {
          method: 'POST',
          path: '/fcm/send',
          json: message,
          ...asSender(serverKey, idempotencyHeader(options)),
          readRefusal,
          options,
        },
        SentPush,
      ),
    readPushMessage: async (id, serverKey, options) =>
      ask(
        {
          method: 'GET',
          path: path`/v1/push/messages/${String(id)}`,
          ...asSender(serverKey),
          options,
        },
        PushMessageRecord,
      ),
    listPushMessages: async (page, serverKey, options) =>
      ask(
        {
          method: 'GET',
          path: '/v1/push/messages',
          query: { ...page },
          ...asSender(serverKey),
          options,
        },
        pageOf(PushMessageRecord),
      ),
    cancelPushMessage: async (id, serverKey, options) =>
      ask(
        {
          method: 'DELETE',
          path: path`/v1/push/messages/${String(id)}`,
          ...asSender(serverKey),
          options,
        },
        PushMessageRecord,
      ),
    scheduleNotification: async (id, notification, deviceKey, options) =>
      ask(
        { ...scheduled('PUT', id, deviceKey), json: notification, options },
        ScheduledNotifications,
      ),
    cancelScheduledNotification: async (id, deviceKey, options) =>
      ask({ ...scheduled('DELETE', id, deviceKey), options }, ScheduledNotifications),
    listScheduledNotifications: async (deviceKey, options) =>
      ask(
        { method: 'GET', path: '/v1/push/scheduled', bearer: requireKey(deviceKey), options },
        ScheduledNotifications,
      ),
  };
}

/** With the server key in the header of the legacy protocol, or else with the client's token. */
function asSender(key: string | undefined, headers: Record<string, string> = {}) {
  if (key === undefined) return { headers, withToken: true };
  return { headers: { ...headers, authorization: `key=${requireKey(key)}` } };
}

function requireKey(key: string): string {
  return requireWord(key, 'The key is empty or has a blank or line break in it.');
}

/** Reads a refusal of the gateway's protocol, which is a status and a short text. */
async function readRefusal(response: Response, what: string): Promise<ApiClientError> {
  const { status } = response;
  const text = (await response.text()).slice(0, 500);
  const codes: Record<number, string> = {
    400: 'invalid-body',
    401: 'unauthorized',
    413: 'body-too-large',
    429: 'rate-limited',
    503: 'unavailable',
  };
  const detail =
    status === 401 ? 'The server key is not accepted.' : `${what} answered ${status}: ${text}`;
  const retryAfterSeconds = Number(response.headers.get('retry-after')) || undefined;
  return new ApiClientError(codes[status] ?? 'unexpected-answer', detail, {
    status,
    retryAfterSeconds,
  });
}
