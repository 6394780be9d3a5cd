import { Problem } from '@host/contracts';

import { ApiClientError } from '../ApiClientError.ts';
import type { Schema } from './Transport.types.ts';

/** Codes for responses to HEAD, which have no body with a code. */
const WITHOUT_BODY: Record<number, string> = {
  401: 'unauthorized',
  403: 'scope-missing',
  404: 'not-found',
  429: 'rate-limited',
  503: 'unavailable',
};

/** The JSON of a response, validated by its schema; `what` names the request in errors. */
export async function readJson<Value>(
  response: Response,
  schema: Schema<Value>,
  what: string,
): Promise<Value> {
  const parsed = schema.safeParse(await parseJson(response, what));
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const pointer = issue?.path.map((part) => `/${String(part)}`).join('') || '/';
  throw new ApiClientError(
    'unexpected-answer',
    `${what} answered ${response.status} with JSON that does not fit at ${pointer}: ${issue?.message}.`,
    of(response),
  );
}

/** The error of an unsuccessful response. */
export async function readRefusal(response: Response, what: string): Promise<ApiClientError> {
  if (response.body === null) {
    const code = WITHOUT_BODY[response.status] ?? 'unexpected-answer';
    const detail = `${what} answered ${response.status} and nothing else.`;
    return new ApiClientError(code, detail, of(response));
  }
  const problem = await readJson(response, Problem, what);
  return new ApiClientError(problem.code, problem.detail, { ...of(response), problem });
}

async function parseJson(response: Response, what: string): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text);
  } catch (cause) {
    const type = response.headers.get('content-type') ?? 'no content type';
    throw new ApiClientError(
      'not-json',
      `${what} answered ${response.status} with something that is not JSON (${type}).`,
      { ...of(response), cause },
    );
  }
}

function of({ status, headers }: Response) {
  return {
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: retryAfter(headers.get('retry-after')),
  };
}

/** Parses Retry-After, seconds or a date, to seconds: proxies send either. */
function retryAfter(header: string | null): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header)) return Number(header);
  const seconds = Math.ceil((Date.parse(header) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
