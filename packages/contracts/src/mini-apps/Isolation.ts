import * as z from 'zod/mini';

/**
 * How a host isolates a mini-app: `frame` is a frame with another origin, `realm` lets it run in the host's own page, which
 * requires an operator's trust (see `Trust`).
 */
export const Isolation = z.enum(['realm', 'frame']);
export type Isolation = z.infer<typeof Isolation>;

/** The body that sets the isolation of a mini-app. */
export const IsolationRequest = z.strictObject({
  isolation: Isolation,
  /** The value that the caller saw: if it has changed since, the request is refused with `setting-conflict`. */
  from: z.optional(Isolation),
});
export type IsolationRequest = z.infer<typeof IsolationRequest>;
