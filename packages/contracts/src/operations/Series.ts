import * as z from 'zod/mini';

import { LIMITS } from '../common/limits.ts';

/** The number of days that a series covers. */
export const SeriesQuery = z.strictObject({
  days: z.optional(
    z.string().check(
      z.regex(/^[1-9]\d{0,2}$/, 'days is a whole number'),
      z.refine((text) => Number(text) <= LIMITS.seriesDays, `days is at most ${LIMITS.seriesDays}`),
    ),
  ),
});
export type SeriesQuery = z.infer<typeof SeriesQuery>;

/** The number of days of a series of sends, and optionally its sender. */
export const SendSeriesQuery = z.extend(SeriesQuery, {
  /** `root`, `server-key`, or the id of a token or a server key. */
  sender: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});
export type SendSeriesQuery = z.infer<typeof SendSeriesQuery>;

const sends = {
  /** UTC. */
  day: z.string(),
  /** Messages that were accepted on this day. */
  accepted: z.int(),
  /** Devices on which messages reached this state on this day, whenever they were accepted. */
  sent: z.int(),
  delivered: z.int(),
  opened: z.int(),
  expired: z.int(),
  dropped: z.int(),
};

/** What one sender sent on a day, and what happened to its messages on that day. */
export const SendDay = z.object({
  ...sends,
  sender: z.string(),
  /** The name of the token or server key, for callers with the scope `admin`. */
  senderName: z.optional(z.string()),
});
export type SendDay = z.infer<typeof SendDay>;

/** The sends of all senders together on a day. */
export const SendTotal = z.object(sends);
export type SendTotal = z.infer<typeof SendTotal>;

/** Sends by sender and day, oldest first. Days without sends are omitted. */
export const SendSeries = z.object({ since: z.string(), days: z.array(SendDay) });
export type SendSeries = z.infer<typeof SendSeries>;

/** How one version of a mini-app ran on a day. */
export const VersionDay = z.object({
  /** UTC. */
  day: z.string(),
  version: z.string(),
  /** Installs that last ran this version on this day. */
  installs: z.int(),
  /** Their share of all installs that ran the mini-app on this day, from 0 to 1. */
  share: z.number(),
  /** Reports of this day. */
  loaded: z.int(),
  loadFailed: z.int(),
  crashedOnStart: z.int(),
  hung: z.int(),
  crashed: z.int(),
});
export type VersionDay = z.infer<typeof VersionDay>;

/** The versions of a mini-app by day, oldest first. */
export const VersionSeries = z.object({
  appId: z.string(),
  since: z.string(),
  days: z.array(VersionDay),
});
export type VersionSeries = z.infer<typeof VersionSeries>;
