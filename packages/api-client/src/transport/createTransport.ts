import { ApiClientError } from '../ApiClientError.ts';
import { Deadline } from './Deadline.ts';
import { isStraight } from './path.ts';
import { pauseBefore } from './pauseBefore.ts';
import { readJson, readRefusal } from './readAnswer.ts';
import type { ApiRequest, Transport } from './Transport.types.ts';

interface TransportOptions {
  baseUrl: string;
  token?: string | undefined;
  accessToken?: (() => string | undefined | Promise<string | undefined>) | undefined;
  fetch?: typeof fetch | undefined;
  timeoutMs?: number | undefined;
}

const NOT_A_WORD = 'The token is empty or has a blank or line break in it; expected one word.';
const USUAL_TIMEOUT_MS = 30_000;
/** As long as the server lets a request take: for uploads, and for what reads the uploaded again. */
export const SLOW_TIMEOUT_MS = 15 * 60 * 1000;

/** The one place that talks to the server: addresses, headers, time-outs, retries. */
export function createTransport(options: TransportOptions): Transport {
  const baseUrl = checkBaseUrl(options.baseUrl);
  const authorization = authorizationOf(options.token);
  const usualTimeoutMs = options.timeoutMs ?? USUAL_TIMEOUT_MS;
  // Looked up at the time of the call: pages and tests may replace the global one.
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args));

  async function authorizationOfPerson(): Promise<{ authorization: string } | undefined> {
    const token = await options.accessToken?.();
    if (token === undefined || isWord(token)) return authorizationOf(token);
    throw new ApiClientError('invalid-header', `${NOT_A_WORD} It came from accessToken().`);
  }

  async function attempt(request: ApiRequest, signal: AbortSignal): Promise<Response> {
    const { method, path, query, json, headers, body } = request;
    const content = json === undefined ? await body?.() : JSON.stringify(json);
    const init = {
      method,
      headers: {
        ...(path.startsWith('/v1/admin/') && authorization),
        // Asked for at every attempt: meanwhile a new one may be there.
        ...(request.asPerson && (await authorizationOfPerson())),
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
      // Streams are sent while the answer is awaited; without this Node refuses them.
      ...(isStream(content) && { duplex: 'half' }),
      // A redirected POST would arrive as a GET, and a token could go to somebody else.
      redirect: 'error',
      signal,
    } as const;
    return send(`${baseUrl}${path}${queryText(query)}`, init as RequestInit);
  }

  const askFor: Transport['askFor'] = async (request, read) => {
    const what = `${request.method} ${request.path}`;
    if (!isStraight(request.path)) {
      throw new ApiClientError('invalid-path', `${what} has an empty part, "." or ".." in it.`);
    }
    const timeoutMs = request.options?.timeoutMs ?? request.usualTimeoutMs ?? usualTimeoutMs;
    const deadline = new Deadline(timeoutMs, request.options?.signal, what);
    try {
      for (let attempts = 1; ; attempts++) {
        try {
          const response = await attempt(request, deadline.signal);
          if (!response.ok) throw await (request.readRefusal ?? readRefusal)(response, what);
          return await read(response);
        } catch (error) {
          const failure = deadline.explain(error);
          const pause = request.once ? undefined : pauseAfter(failure, attempts);
          if (pause === undefined || pause >= deadline.leftMs) throw failure;
          await deadline.wait(pause);
        }
      }
    } catch (error) {
      throw deadline.explain(error);
    } finally {
      deadline.clear();
    }
  };

  const ask: Transport['ask'] = (request, schema) =>
    askFor(request, (response) => readJson(response, schema, `${request.method} ${request.path}`));

  const post: Transport['post'] = (path, json, schema, callOptions, slowTimeoutMs) =>
    ask(
      {
        method: 'POST',
        path,
        json,
        headers: { 'idempotency-key': callOptions?.idempotencyKey ?? randomKey() },
        options: callOptions,
        ...(slowTimeoutMs !== undefined && { usualTimeoutMs: slowTimeoutMs }),
      },
      schema,
    );

  return { ask, askFor, post };
}

function pauseAfter(failure: unknown, attempts: number): number | undefined {
  // The time of a call that timed out is up, whatever else could be tried.
  if (!(failure instanceof ApiClientError) || !failure.retryable || failure.code === 'timeout') {
    return undefined;
  }
  return pauseBefore(attempts, failure.retryAfterSeconds);
}

function checkBaseUrl(text: string): string {
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError(
      'baseUrl is an http or https address without user name, password, query and fragment.',
    );
  }
  let { href } = url;
  while (href.endsWith('/')) href = href.slice(0, -1);
  return href;
}

// Checked here: the error of `fetch` for a header that it cannot send would show the token.
function authorizationOf(token: string | undefined): { authorization: string } | undefined {
  if (token === undefined) return undefined;
  if (isWord(token)) return { authorization: `Bearer ${token}` };
  throw new TypeError(NOT_A_WORD);
}

// React Native has no streams, and not even their name.
function isStream(content: unknown): boolean {
  return typeof ReadableStream === 'function' && content instanceof ReadableStream;
}

function isWord(token: string): boolean {
  return /^[\x21-\x7e]+$/.test(token);
}

function queryText(query: ApiRequest['query'] = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

// Not randomUUID, which browsers have on https pages alone.
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
