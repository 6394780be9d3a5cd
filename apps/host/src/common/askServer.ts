import { Problem } from '@host/contracts';

import { ServerError } from './ServerError.ts';

/** The part of a schema that reading an answer needs. */
export interface Schema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false };
}

/** A request with a JSON body. */
export interface ServerRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  body?: object;
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** Sent also when the page is left meanwhile. */
  outlivesPage?: boolean;
}

/** Sends a request and resolves to the answer, whatever its status. */
export type Send = (request: ServerRequest) => Promise<Response>;

const TIMEOUT_MS = 20_000;

/** Sends requests to the server; one that is not answered rejects with a ServerError. */
export function createSend(serverUrl: string, fetchIt: typeof fetch = globalThis.fetch): Send {
  return async ({ method, path, body, headers, signal, outlivesPage = false }) => {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    try {
      return await fetchIt(`${serverUrl}${path}`, {
        method,
        headers: {
          accept: 'application/json',
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        credentials: 'same-origin',
        redirect: 'error',
        keepalive: outlivesPage,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw timeout.aborted
        ? new ServerError('timeout', 'The server took too long to answer.', { cause })
        : new ServerError('offline', 'You seem to be offline.', { cause });
    }
  };
}

/** The body of an answer as its schema says, or the ServerError that the answer stands for. */
export async function readAnswer<Value>(response: Response, schema: Schema<Value>): Promise<Value> {
  const body: unknown = await response.json().catch(() => undefined);
  if (!response.ok) throw refusal(response.status, body);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ServerError('unexpected-answer', 'The server answered something unexpected.', {
    status: response.status,
  });
}

function refusal(status: number, body: unknown): ServerError {
  const parsed = Problem.safeParse(body);
  if (!parsed.success) {
    return new ServerError('unavailable', 'The server cannot answer right now.', { status });
  }
  const { code, detail, errors = [] } = parsed.data;
  const fields = errors.map((error) => ({
    field: error.pointer.replace(/^\//, ''),
    message: error.detail,
  }));
  return new ServerError(code, detail, { status, fields });
}
