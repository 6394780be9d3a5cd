import * as z from 'zod/mini';

import { PageQuery } from '../common/pageOf.ts';
import { sortBy } from '../common/sortBy.ts';

const fields = z.nullable(z.record(z.string(), z.unknown()));

/** The fields that an action changed, before and after; null where a field was or became absent. */
export const AuditChange = z.object({ before: fields, after: fields });
export type AuditChange = z.infer<typeof AuditChange>;

/** One entry of the audit log: who did what, to what, when, and from where. */
export const AuditEntry = z.object({
  id: z.int(),
  at: z.string(),
  /** `root`, a token's id, `person:` with an identity provider's id, `system` for the server itself, or `unknown` if refused. */
  actor: z.string(),
  /** The name of the token that acted; absent for everybody else. */
  actorName: z.optional(z.string()),
  action: z.string(),
  target: z.string(),
  address: z.string(),
  requestId: z.string(),
  details: z.record(z.string(), z.unknown()),
  /** Absent if there is nothing to compare, and in entries from before this was recorded. It never contains secrets. */
  change: z.optional(AuditChange),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const word = z.optional(z.string().check(z.minLength(1), z.maxLength(500)));

/** Filters for the audit log; an omitted filter matches every entry. */
export const AuditQuery = z.extend(PageQuery, {
  /** An exact actor, or a part of a token's name, ignoring case. */
  actor: word,
  /** A prefix of the action: `version.` matches all actions on versions. */
  action: word,
  /** A prefix of the target. */
  target: word,
  /** From this time on. */
  since: z.optional(z.iso.datetime({ offset: true })),
  /** Before this time. */
  until: z.optional(z.iso.datetime({ offset: true })),
  sort: sortBy('at'),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
