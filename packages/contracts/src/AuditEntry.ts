import * as z from 'zod/mini';

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
