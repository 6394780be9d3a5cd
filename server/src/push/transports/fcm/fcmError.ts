import * as z from 'zod/mini';

import { parseJson } from '../parseJson.ts';

const Detail = z.object({
  errorCode: z.optional(z.string()),
  fieldViolations: z.optional(z.array(z.object({ field: z.optional(z.string()) }))),
});
const ErrorBody = z.object({
  error: z.object({ status: z.optional(z.string()), details: z.optional(z.array(z.unknown())) }),
});

/** The codes of an error of the HTTP v1 API. */
export interface FcmError {
  code: string;
  /** Whether the error is about the token. */
  namesToken: boolean;
}

/** Parses an error; one in another format has its HTTP status as its code. */
export function readFcmError(status: number, body: string): FcmError {
  const parsed = ErrorBody.safeParse(parseJson(body));
  if (!parsed.success) return { code: String(status), namesToken: false };
  const details = (parsed.data.error.details ?? []).flatMap((detail) => {
    const known = Detail.safeParse(detail);
    return known.success ? [known.data] : [];
  });
  const errorCode = details.find((detail) => detail.errorCode)?.errorCode;
  return {
    code: errorCode ?? parsed.data.error.status ?? String(status),
    namesToken: details.some((detail) =>
      detail.fieldViolations?.some(({ field }) => field === 'message.token'),
    ),
  };
}
