import * as z from 'zod/mini';

/** One thing that is wrong in a body: where (JSON pointer), what, and in words. */
export const ProblemItem = z.object({
  pointer: z.string(),
  code: z.string(),
  detail: z.string(),
});
export type ProblemItem = z.infer<typeof ProblemItem>;

/** An error answer, `application/problem+json` (RFC 9457). Some codes carry further fields. */
export const Problem = z.looseObject({
  type: z.string(),
  title: z.string(),
  status: z.number(),
  code: z.string(),
  detail: z.string(),
  errors: z.optional(z.array(ProblemItem)),
});
export type Problem = z.infer<typeof Problem>;
