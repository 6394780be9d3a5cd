import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';
import { isGatewayDataKey } from './pushDataKeys.ts';

/** The visible part of a push. */
export const PushNotification = z.object({
  title: z.optional(z.string()),
  body: z.optional(z.string()),
  sound: z.optional(z.string()),
  badge: z.optional(z.string()),
  icon: z.optional(z.string()),
  image: z.optional(z.string()),
  tag: z.optional(z.string()),
  color: z.optional(
    z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'a colour has the form #rrggbb')),
  ),
  click_action: z.optional(z.string()),
  subtitle: z.optional(z.string()),
  android_channel_id: z.optional(z.string()),
  title_loc_key: z.optional(z.string()),
  body_loc_key: z.optional(z.string()),
  title_loc_args: z.optional(z.array(z.string())),
  body_loc_args: z.optional(z.array(z.string())),
});
export type PushNotification = z.infer<typeof PushNotification>;

const RESERVED_DATA_KEY = /^(from|gcm|message_type)$|^(google|gcm)/;

/** Whether a key is reserved by the protocol or the gateway, so that senders may not use it in the `data` of a push. */
export function isReservedDataKey(key: string): boolean {
  return RESERVED_DATA_KEY.test(key) || isGatewayDataKey(key);
}

/** A text that every database can store. */
const storable = (length: number) =>
  z.string().check(z.maxLength(length), z.regex(/^[^\0]*$/, 'a text has no character 0'));

/** The JSON body of `POST /fcm/send`. */
export const PushMessage = z.object({
  to: z.optional(z.string()),
  registration_ids: z.optional(
    z.array(z.string()).check(z.minLength(1), z.maxLength(LIMITS.tokensPerRequest)),
  ),
  condition: z.optional(z.string()),
  notification: z.optional(PushNotification),
  data: z.optional(
    z.record(
      z.string().check(z.refine((key) => !isReservedDataKey(key), 'this key is reserved')),
      z.string(),
    ),
  ),
  collapse_key: z.optional(storable(LIMITS.collapseKeyLength)),
  priority: z.optional(z.enum(['normal', 'high'])),
  time_to_live: z.optional(z.int().check(z.minimum(0), z.maximum(LIMITS.timeToLiveSeconds))),
  content_available: z.optional(z.boolean()),
  mutable_content: z.optional(z.boolean()),
  dry_run: z.optional(z.boolean()),
  restricted_package_name: z.optional(storable(LIMITS.appIdLength)),
  /** When to send it; by default at once (addition). */
  send_at: z.optional(z.iso.datetime({ offset: true })),
});
export type PushMessage = z.infer<typeof PushMessage>;

/** All error codes of the push protocol. */
export const PushErrorCode = z.enum([
  'MissingRegistration',
  'InvalidRegistration',
  'NotRegistered',
  'InvalidPackageName',
  'MismatchSenderId',
  'InvalidParameters',
  'MessageTooBig',
  'InvalidDataKey',
  'InvalidTtl',
  'Unavailable',
  'InternalServerError',
  'DeviceMessageRateExceeded',
  'TopicsMessageRateExceeded',
  'InvalidApnsCredential',
]);
export type PushErrorCode = z.infer<typeof PushErrorCode>;

/** The result for one device; results are in the order of the request. */
export const PushResult = z.union([
  z.strictObject({ message_id: z.string(), registration_id: z.optional(z.string()) }),
  z.strictObject({ error: PushErrorCode }),
]);
export type PushResult = z.infer<typeof PushResult>;

/** The response to a push to one or more tokens. */
export const PushTokensResponse = z.object({
  multicast_id: z.int(),
  success: z.int(),
  failure: z.int(),
  canonical_ids: z.int(),
  results: z.array(PushResult),
});
export type PushTokensResponse = z.infer<typeof PushTokensResponse>;

/** The response to a push to a topic or a condition. */
export const PushTopicResponse = z.union([
  z.strictObject({ message_id: z.int() }),
  z.strictObject({ error: PushErrorCode }),
]);
export type PushTopicResponse = z.infer<typeof PushTopicResponse>;

/** The response to a push to a device group. */
export const PushGroupResponse = z.object({
  success: z.int(),
  failure: z.int(),
  failed_registration_ids: z.optional(z.array(z.string())),
});
export type PushGroupResponse = z.infer<typeof PushGroupResponse>;
