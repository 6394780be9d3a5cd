import type { Exchange, ExchangeFetch } from './Exchange.types.ts';
import { exchangeInit } from './exchangeInit.ts';
import { inTime } from './inTime.ts';
import { NoAnswerError } from './NoAnswerError.ts';
import { withoutSlashes } from './withoutSlashes.ts';

const TIMEOUT_MS = 15_000;

/** The options of an exchange. */
export interface ExchangeOptions {
  /** The server's URL; if empty, the page's own origin. */
  baseUrl: string;
  /** Replaces the global `fetch`. */
  fetch?: ExchangeFetch | undefined;
  /** How long a request may take, until its response is complete; 15 seconds by default. */
  timeoutMs?: number | undefined;
}

/**
 * Creates the function that sends requests to the server, for clients that must stay small: every request ends within its
 * timeout, with a response or with a NoAnswerError.
 *
 * @example
 * const exchange = createExchange({ baseUrl: 'https://host.example' });
 * const { ok, text } = await exchange({ method: 'GET', path: path`/v1/inbox/${id}`, bearer: token });
 */
export function createExchange(options: ExchangeOptions): Exchange {
  const { timeoutMs = TIMEOUT_MS } = options;
  const baseUrl = withoutSlashes(options.baseUrl);
  // Looked up at the time of the call: pages and tests may replace the global one.
  const send: ExchangeFetch = options.fetch ?? ((url, init) => fetch(url, init));
  return (request, controller = new AbortController()) =>
    inTime(timeoutMs, controller, async () => {
      try {
        const init = exchangeInit(request, controller.signal);
        const response = await send(baseUrl + request.path, init);
        return { ok: response.ok, status: response.status, text: await response.text() };
      } catch (error) {
        throw new NoAnswerError('network', error);
      }
    });
}
