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
  /** `root`, the id of an issued token, `person:` and who signed in with an identity provider, `system` for what the server did by itself, or `unknown` for who was refused. */
  actor: z.string(),
  /** The name of the token that acted; absent for everybody else. */
  actorName: z.optional(z.string()),
  action: z.string(),
  target: z.string(),
  address: z.string(),
  requestId: z.string(),
  details: z.record(z.string(), z.unknown()),
  /** Absent where nothing can be compared, and in entries that were written before this was recorded. Secrets are never in it. */
  change: z.optional(AuditChange),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const word = z.optional(z.string().check(z.minLength(1), z.maxLength(500)));

/** Filters for the audit log; an omitted filter matches every entry. */
export const AuditQuery = z.extend(PageQuery, {
  /** Exactly this one, or a part of the name of a token, in any case. */
  actor: word,
  /** What the action begins with: `version.` is everything that is done to versions. */
  action: word,
  /** What the target begins with. */
  target: word,
  /** From this time on. */
  since: z.optional(z.iso.datetime({ offset: true })),
  /** Before this time. */
  until: z.optional(z.iso.datetime({ offset: true })),
  sort: sortBy('at'),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
