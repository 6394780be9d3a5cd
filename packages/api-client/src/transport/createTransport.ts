import { CONSOLE_API_PATH, CONSOLE_HEADER } from '@host/contracts';

import { ApiClientError } from '../ApiClientError.ts';
import { exchangeInit } from '../exchange/exchangeInit.ts';
import { inTime } from '../exchange/inTime.ts';
import { NoAnswerError } from '../exchange/NoAnswerError.ts';
import { isStraight } from '../exchange/path.ts';
import { whileWanted } from '../exchange/whileWanted.ts';
import { withoutSlashes } from '../exchange/withoutSlashes.ts';
import { requireWord, isWord } from './requireWord.ts';
import { idempotencyHeader } from './idempotencyHeader.ts';
import { pauseBefore } from './pauseBefore.ts';
import { readJson, readRefusal } from './readAnswer.ts';
import type { ApiRequest, Transport } from './Transport.types.ts';

interface TransportOptions {
  baseUrl: string;
  token?: string | undefined;
  onConsole?: boolean | undefined;
  accessToken?: (() => string | undefined | Promise<string | undefined>) | undefined;
  fetch?: typeof fetch | undefined;
  timeoutMs?: number | undefined;
}

const NOT_A_WORD = 'The token is empty or has a blank or line break in it; expected one word.';
const USUAL_TIMEOUT_MS = 30_000;
/** As long as the server's own limit: for uploads, and for calls that read uploads again. */
export const SLOW_TIMEOUT_MS = 15 * 60 * 1000;

/** Creates calls with validated responses and retries, using the same requests and timeouts as `createExchange`. */
export function createTransport(options: TransportOptions): Transport {
  const baseUrl = `${checkBaseUrl(options.baseUrl)}${options.onConsole ? CONSOLE_API_PATH : ''}`;
  const { token } = options;
  // Checked here, since the error of `fetch` for an invalid header would contain the token.
  if (token !== undefined && !isWord(token)) throw new TypeError(NOT_A_WORD);
  const usualTimeoutMs = options.timeoutMs ?? USUAL_TIMEOUT_MS;
  // Looked up at the time of the call: pages and tests may replace the global one.
  const sendIt = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));

  const consoleHeaders = options.onConsole ? { [CONSOLE_HEADER]: '1' } : undefined;

  async function tokenOfPerson(): Promise<string | undefined> {
    const given = await options.accessToken?.();
    if (given === undefined) return undefined;
    return requireWord(given, `${NOT_A_WORD} It came from accessToken().`);
  }

  async function attempt(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    const { method, path, query, json, headers, body } = request;
    // Read for every attempt, since it may have been refreshed meanwhile.
    const person = request.asPerson ? await tokenOfPerson() : undefined;
    const isOperators = request.withToken ?? path.startsWith('/v1/admin/');
    const bearer = request.bearer ?? person ?? (isOperators ? token : undefined);
    const content = json === undefined ? await body?.() : undefined;
    const init = {
      ...exchangeInit(
        { method, path, bearer, headers: { ...consoleHeaders, ...headers }, json },
        signal,
      ),
      ...(content !== undefined && { body: content }),
      // Node requires this for streams as bodies.
      ...(isStream(content) && { duplex: 'half' }),
    };
    return sendIt(`${baseUrl}${path}${queryText(query)}`, init as RequestInit);
  }

  const askFor: Transport['askFor'] = async (request, read) => {
    const what = `${request.method} ${request.path}`;
    if (!isStraight(request.path)) {
      throw new ApiClientError('invalid-path', `${what} has an empty part, "." or ".." in it.`);
    }
    const timeoutMs = request.options?.timeoutMs ?? request.usualTimeoutMs ?? usualTimeoutMs;
    const end = Date.now() + timeoutMs;
    const send = async (signal: AbortSignal) => {
      for (let attempts = 1; ; attempts++) {
        try {
          const response = await attempt(request, signal);
          if (!response.ok) throw await (request.readRefusal ?? readRefusal)(response, what);
          return await read(response);
        } catch (error) {
          // The caller that aborted it knows the reason.
          if (signal.aborted) throw error;
          const failure = failureOf(error, what);
          const pause = request.once ? undefined : pauseAfter(failure, attempts);
          if (pause === undefined || pause >= end - Date.now()) throw failure;
          await waitFor(pause, signal);
        }
      }
    };
    return whileWanted(request.options?.signal, (controller) =>
      inTime(timeoutMs, controller, () => send(controller.signal)),
    ).catch((error: unknown) => {
      if (!(error instanceof NoAnswerError)) throw error;
      const detail = `${what} took longer than ${timeoutMs} ms.`;
      throw new ApiClientError('timeout', detail, { cause: error.cause });
    });
  };

  const ask: Transport['ask'] = (request, schema) =>
    askFor(request, (response) => readJson(response, schema, `${request.method} ${request.path}`));

  const get: Transport['get'] = (path, schema, callOptions, query) =>
    ask({ method: 'GET', path, query: { ...query }, options: callOptions }, schema);

  const post: Transport['post'] = (path, json, schema, callOptions, slowTimeoutMs) =>
    ask(
      {
        method: 'POST',
        path,
        json,
        headers: idempotencyHeader(callOptions),
        options: callOptions,
        ...(slowTimeoutMs !== undefined && { usualTimeoutMs: slowTimeoutMs }),
      },
      schema,
    );

  return { ask, askFor, get, post };
}

/** Translates a network failure into an error that says how to fix it. */
function failureOf(error: unknown, what: string): ApiClientError {
  if (error instanceof ApiClientError) return error;
  const { cause } = error as { cause?: { code?: string; message?: string } };
  const reason = cause?.code ?? cause?.message ?? (error as Error).message;
  return new ApiClientError('network', `${what} got no whole answer (${reason}).`, {
    cause: error,
  });
}

/** Waits, and rejects if the call is aborted before. */
async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new Error('aborted while waiting'));
    });
  });
}

function pauseAfter(failure: ApiClientError, attempts: number): number | undefined {
  return failure.retryable ? pauseBefore(attempts, failure.retryAfterSeconds) : undefined;
}

function checkBaseUrl(text: string): string {
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError(
      'baseUrl is an http or https address without user name, password, query and fragment.',
    );
  }
  return withoutSlashes(url.href);
}

// React Native does not even define ReadableStream.
function isStream(content: unknown): boolean {
  return typeof ReadableStream === 'function' && content instanceof ReadableStream;
}

function queryText(query: ApiRequest['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
