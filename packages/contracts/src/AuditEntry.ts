import * as z from 'zod/mini';

import { PageQuery } from './pageOf.ts';

/** One line of the audit log: who did what to what, when, from where. */
export const AuditEntry = z.object({
  id: z.int(),
  at: z.string(),
  /** `root`, the id of an issued token, or `system` for what the server did by itself. */
  actor: z.string(),
  action: z.string(),
  target: z.string(),
  address: z.string(),
  requestId: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

const word = z.optional(z.string().check(z.minLength(1), z.maxLength(500)));

/** Which entries of the audit log; what is left out is not looked at. */
export const AuditQuery = z.extend(PageQuery, {
  /** Exactly this one. */
  actor: word,
  /** What the action begins with: `version.` is everything that is done to versions. */
  action: word,
  /** What the target begins with. */
  target: word,
  /** From this time on. */
  since: z.optional(z.iso.datetime({ offset: true })),
  /** Before this time. */
  until: z.optional(z.iso.datetime({ offset: true })),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
