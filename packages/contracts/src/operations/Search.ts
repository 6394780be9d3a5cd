import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';
import { PageQuery } from '../common/pageOf.ts';
import { CONDITION_LIMITS } from '../push/conditionLimits.ts';
import { PushDelivery, PushMessageRecord } from '../push/PushStatus.ts';
import { sortBy } from '../common/sortBy.ts';

const word = z.string().check(z.minLength(1), z.maxLength(LIMITS.deviceTokenLength));

/** Filters for devices: those of a token, a person or a topic; by default all. Those of a topic sort only by `createdAt`. */
export const DeviceQuery = z.extend(PageQuery, {
  token: z.optional(word),
  person: z.optional(word),
  topic: z.optional(word),
  sort: sortBy('createdAt', 'lastSeenAt'),
});
export type DeviceQuery = z.infer<typeof DeviceQuery>;

/** A device as an operator sees it. */
export const DeviceRecord = z.object({
  id: z.string(),
  /** Its push token, which is an address and not a secret. */
  token: z.string(),
  platform: z.string(),
  app: z.optional(z.string()),
  person: z.optional(z.string()),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  /** The push service that reaches it while it is not connected; absent if there is none. */
  transport: z.optional(z.string()),
  /** Why nothing can be sent to it. */
  quarantined: z.optional(z.string()),
  /** Whether it is connected now. */
  connected: z.boolean(),
  /** The node that it is connected to, if there are several. */
  node: z.optional(z.string()),
});
export type DeviceRecord = z.infer<typeof DeviceRecord>;

/** A device with its topics and the last messages that were sent to it individually. */
export const DeviceDetails = z.extend(DeviceRecord, {
  topics: z.array(z.object({ topic: z.string(), since: z.string() })),
  /** The newest first, at most 20. Messages to topics are not among them. */
  messages: z.array(z.extend(z.omit(PushDelivery, { deviceId: true }), { id: z.string() })),
  /** Pending messages: to the device itself, to its topics, and with conditions that it meets. */
  waiting: z.object({
    messages: z.int(),
    /** False if there are so many that counting stopped early. */
    isExact: z.boolean(),
  }),
});
export type DeviceDetails = z.infer<typeof DeviceDetails>;

/** Filters for topics: those that start with `q`. */
export const TopicQuery = z.extend(PageQuery, { q: z.optional(word), sort: sortBy('topic') });
export type TopicQuery = z.infer<typeof TopicQuery>;

/** A number of devices; above 100,000 it is an estimate and marked as such. */
export const DeviceCount = z.object({ devices: z.int(), isExact: z.boolean() });
export type DeviceCount = z.infer<typeof DeviceCount>;

/** A topic and the number of its subscribers. */
export const TopicRecord = z.object({ topic: z.string(), subscribers: DeviceCount });
export type TopicRecord = z.infer<typeof TopicRecord>;

/** A topic with its current subscribers by the day on which they subscribed. */
export const TopicDetails = z.extend(TopicRecord, {
  /** The last 30 days, UTC, the oldest first; days without new subscribers are omitted. */
  joined: z.array(z.object({ day: z.string(), devices: z.int() })),
});
export type TopicDetails = z.infer<typeof TopicDetails>;

/** A device that was unregistered. */
export const UnregisteredDevice = z.object({ id: z.string() });
export type UnregisteredDevice = z.infer<typeof UnregisteredDevice>;

/** The recipients of a message to count; exactly one field must be set. */
export const AudienceQuery = z
  .strictObject({
    topic: z.optional(word),
    condition: z.optional(
      z.string().check(z.minLength(1), z.maxLength(CONDITION_LIMITS.conditionLength)),
    ),
    person: z.optional(word),
    token: z.optional(word),
  })
  .check(
    z.refine(
      (query) => Object.values(query).filter((each) => each !== undefined).length === 1,
      'one of topic, condition, person and token',
    ),
  );
export type AudienceQuery = z.infer<typeof AudienceQuery>;

/** Devices to count that no address may name: many tokens, or a device group of the caller by its key. */
export const AddresseeQuery = z
  .strictObject({
    tokens: z.optional(z.array(word).check(z.minLength(1), z.maxLength(LIMITS.tokensPerRequest))),
    group: z.optional(word),
  })
  .check(
    z.refine(
      ({ tokens, group }) => (tokens === undefined) !== (group === undefined),
      'either tokens or group',
    ),
  );
export type AddresseeQuery = z.infer<typeof AddresseeQuery>;

/** Filters for messages. */
export const MessageQuery = z.extend(PageQuery, {
  sender: z.optional(word),
  topic: z.optional(word),
  state: z.optional(z.enum(['scheduled', 'stored', 'cancelled'])),
  sort: sortBy('createdAt'),
});
export type MessageQuery = z.infer<typeof MessageQuery>;

/** A message as an operator sees it. */
export const AdminMessage = z.extend(PushMessageRecord, {
  sender: z.string(),
  /** The name of the token or server key that sent it, for callers with the scope `admin`. */
  senderName: z.optional(z.string()),
  /** The number of devices it was accepted for; absent in lists, and for topics and conditions, whose devices are unknown. */
  accepted: z.optional(z.int()),
  /** The reasons why it was dropped, and on how many devices, the most frequent first; not in lists. */
  drops: z.optional(z.array(z.object({ reason: z.string(), devices: z.int() }))),
});
export type AdminMessage = z.infer<typeof AdminMessage>;

/** What happened to one message on its way to one device. */
export const MessageTrace = z.object({
  message: AdminMessage,
  /** Absent if the device is no longer registered. */
  device: z.optional(DeviceRecord),
  /**
   * Whether it was for this device, and if not, why. Former subscriptions are not stored: `not-subscribed`,
   * `subscribed-later` and `condition-not-met` refer to the device's current topics, unless there is evidence that it got it.
   */
  addressed: z.enum([
    'yes',
    'not-subscribed',
    'subscribed-later',
    'registered-later',
    'not-named',
    'condition-not-met',
    'other-package',
  ]),
  /** In chronological order. */
  steps: z.array(
    z.object({
      step: z.enum([
        'accepted',
        'due',
        'waiting-for-service',
        // It will be retried: the push service, or the connection to it, is temporarily unavailable.
        'postponed-by-service',
        'refused-by-service',
        'taken-by-service',
        'sent',
        // It was to a topic or a condition, and was passed to the push service; the outcome is not recorded.
        'service-done',
        'delivered',
        // It was to a topic or a condition, and the device's cursor is past it: it was delivered, or skipped as expired or collapsed.
        'passed',
        'held',
        'opened',
        'dropped',
        'expired',
        'cancelled',
        'unregistered',
      ]),
      /** Absent if no time was recorded. */
      at: z.optional(z.string()),
      /** The reason, or the answer of the push service. */
      detail: z.optional(z.string()),
      /** The answer of FCM, APNs or Web Push. */
      answer: z.optional(
        z.object({
          service: z.string(),
          /** The number of the attempt, from 1. */
          attempt: z.int(),
          /** The HTTP status; absent without an answer. */
          status: z.optional(z.int()),
          /** The error code, or why there was no answer. */
          reason: z.optional(z.string()),
          /** The id that the push service gave the message. */
          messageId: z.optional(z.string()),
        }),
      ),
    }),
  ),
});
export type MessageTrace = z.infer<typeof MessageTrace>;

/** Why an install gets a version, or why not. */
export const VersionVerdict = z.object({
  version: z.string(),
  percentage: z.number(),
  cohorts: z.array(z.string()),
  verdict: z.enum([
    'chosen',
    'newer-chosen',
    'not-on-platform',
    'host-too-old',
    'shared-unsatisfied',
    'not-in-share',
  ]),
  /** What decided: the required host version, the missing modules, or the position of the install in the rollout. */
  detail: z.optional(z.string()),
});
export type VersionVerdict = z.infer<typeof VersionVerdict>;

/** Which version an install would get, and why. */
export const VersionChoice = z.object({
  appId: z.string(),
  suspended: z.boolean(),
  version: z.optional(z.string()),
  /** Every released version, the newest first. */
  verdicts: z.array(VersionVerdict),
});
export type VersionChoice = z.infer<typeof VersionChoice>;

/** A change that tells screens of the console to reload the data it concerns. */
export const ConsoleEvent = z.object({
  /**
   * `hello` opens a stream, `here` is a heartbeat, `all` means that events may have been missed. `system`: a push service began
   * or ceased to fail on a node, or a node came or left.
   */
  kind: z.enum([
    'hello',
    'here',
    'all',
    'mini-app',
    'action',
    'messages',
    'devices',
    'crash',
    'upstream',
    'system',
  ]),
  /** The mini-app that changed, crashed or whose back end began or ceased to fail (`upstream`), or the name of the action. */
  key: z.optional(z.string()),
});
export type ConsoleEvent = z.infer<typeof ConsoleEvent>;
