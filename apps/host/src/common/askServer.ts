import {
  type Answer,
  type ExchangeRequest,
  NoAnswerError,
  createExchange,
} from '@host/api-client/exchange';
import { Problem, parseJson } from '@host/contracts';

import { ServerError } from './ServerError.ts';

/** The part of a schema that parsing a response needs. */
export interface Schema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false };
}

/** A request with a JSON body. */
export interface ServerRequest extends Pick<ExchangeRequest, 'path' | 'bearer' | 'headers'> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: object;
  /** Completes the request even if the page is closed meanwhile. */
  keepalive?: boolean;
}

/** Sends a request and resolves to the response, whatever its status. */
export type Send = (request: ServerRequest) => Promise<Answer>;

const TIMEOUT_MS = 20_000;

/** Sends requests to the server; one that gets no response rejects with a ServerError. */
export function createSend(serverUrl: string, fetchIt?: typeof fetch): Send {
  const exchange = createExchange({
    baseUrl: serverUrl,
    timeoutMs: TIMEOUT_MS,
    fetch: fetchIt,
  });
  return async ({ body, headers, keepalive = false, ...rest }) => {
    try {
      return await exchange({
        ...rest,
        json: body,
        headers: { accept: 'application/json', ...headers },
        init: { credentials: 'same-origin', keepalive },
      });
    } catch (cause) {
      if (!(cause instanceof NoAnswerError)) throw cause;
      throw cause.code === 'timeout'
        ? new ServerError('timeout', 'The server took too long to answer.', { cause })
        : new ServerError('offline', 'You seem to be offline.', { cause });
    }
  };
}

/** The response body parsed by its schema; throws the ServerError that an error response stands for. */
export function readAnswer<Value>({ ok, status, text }: Answer, schema: Schema<Value>): Value {
  const body = parseJson(text);
  if (!ok) throw refusal(status, body);
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new ServerError('unexpected-answer', 'The server answered something unexpected.', {
    status,
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
