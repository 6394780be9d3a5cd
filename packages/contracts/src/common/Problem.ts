import * as z from 'zod/mini';

/** One problem in a request body: where (a JSON pointer), a code, and a message. */
export const ProblemItem = z.object({
  pointer: z.string(),
  code: z.string(),
  detail: z.string(),
});
export type ProblemItem = z.infer<typeof ProblemItem>;

/** An error response, `application/problem+json` (RFC 9457). Some codes have additional fields. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string(),
  errors: z.optional(z.array(ProblemItem)),
});
export type Problem = z.infer<typeof Problem>;
