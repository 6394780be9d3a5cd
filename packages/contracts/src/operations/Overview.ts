import * as z from 'zod/mini';

import { SendTotal } from './Series.ts';

/** Something that needs the attention of an operator. */
export const Attention = z.discriminatedUnion('kind', [
  /** A version that was paused automatically. */
  z.object({
    kind: z.literal('paused'),
    appId: z.string(),
    version: z.string(),
    because: z.string(),
    at: z.string(),
  }),
  /** A released version that failed today: at least 5 times, and in at least 2 % of its openings. */
  z.object({
    kind: z.literal('failing'),
    appId: z.string(),
    version: z.string(),
    /** Reports of today. */
    loaded: z.int(),
    failedStarts: z.int(),
    crashed: z.int(),
  }),
  /** A suspended mini-app, which nobody can open. */
  z.object({
    kind: z.literal('suspended'),
    appId: z.string(),
    reason: z.optional(z.string()),
  }),
  /** A version that waits for a reviewer. */
  z.object({
    kind: z.literal('submitted'),
    appId: z.string(),
    version: z.string(),
    at: z.string(),
  }),
  /** A mini-app's back end that does not answer, as all nodes see it together. */
  z.object({
    kind: z.literal('upstream-failing'),
    appId: z.string(),
    error: z.string(),
    at: z.string(),
  }),
  /** A push service that sends are suspended for after failures, on at least one node. */
  z.object({
    kind: z.literal('push-service-failing'),
    name: z.string(),
    /** How many nodes use it. */
    nodes: z.optional(z.int()),
    /** On how many of them it fails. */
    failingOn: z.optional(z.int()),
    error: z.optional(z.string()),
    at: z.optional(z.string()),
  }),
  /** A scheduled release that failed. */
  z.object({
    kind: z.literal('schedule-failed'),
    appId: z.string(),
    version: z.string(),
    because: z.string(),
    at: z.string(),
  }),
  /** A token that expires soon. */
  z.object({
    kind: z.literal('token-expires'),
    id: z.string(),
    name: z.string(),
    expiresAt: z.string(),
  }),
  /** The TLS certificate of one of the platform's addresses that expires soon or has expired. */
  z.object({
    kind: z.literal('certificate-expires'),
    host: z.string(),
    expiresAt: z.string(),
  }),
  /** A server key that expires soon: sends with it will be refused. */
  z.object({
    kind: z.literal('server-key-expires'),
    id: z.string(),
    name: z.string(),
    expiresAt: z.string(),
  }),
]);
export type Attention = z.infer<typeof Attention>;

/** The data on the first screen of the console. */
export const Overview = z.object({
  /** The newest first, at most 20 of each kind. */
  attention: z.array(Attention),
  /** Lists with more entries than shown, and how many more: a kind of attention, `released` or `scheduled`. */
  more: z.array(
    z.object({
      kind: z.string(),
      count: z.int(),
      /** False above 1,000: counting stops there. */
      isExact: z.boolean(),
    }),
  ),
  /** The last 30 days, the oldest first; absent for callers with some mini-apps only. */
  sends: z.optional(z.array(SendTotal)),
  /** Devices that are connected now, and the nodes that they are connected to; absent for callers with some mini-apps only. */
  connected: z.optional(z.object({ devices: z.int(), nodes: z.int() })),
  /** Versions whose release began or changed within the last seven days, at most 50, the newest first. */
  released: z.array(
    z.object({
      appId: z.string(),
      version: z.string(),
      percentage: z.number(),
      at: z.string(),
    }),
  ),
  /** Scheduled releases, at most 50, the next first. */
  scheduled: z.array(
    z.object({
      appId: z.string(),
      version: z.string(),
      percentage: z.number(),
      at: z.string(),
    }),
  ),
});
export type Overview = z.infer<typeof Overview>;
