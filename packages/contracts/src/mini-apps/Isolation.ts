import * as z from 'zod/mini';

/**
 * How far a host keeps a mini-app away from itself: `frame` gives it a frame of another origin, `realm` lets it run beside
 * the host's own code. Nobody is trusted that far unless an operator says so (see `Trust`).
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
