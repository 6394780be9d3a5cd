import { type ExchangeRequest, createExchange, whileWanted } from '@host/api-client/exchange';
import { parseJson } from '@host/contracts';

import type { ApiPort } from '../ports/services.types.ts';

/** A fallback timeout for callers without their own; the runtime's is shorter. */
const TIMEOUT_MS = 60_000;

/** Sends the calls of mini-apps to the server, with the token that the runtime adds if the person agreed. */
export function createFetchApi({
  baseUrl = '',
  headers,
}: {
  /** The server's URL; by default, the page's own origin. */
  baseUrl?: string;
  /** Additional headers for every request. */
  headers?: Readonly<Record<string, string>>;
} = {}): ApiPort {
  const exchange = createExchange({ baseUrl, timeoutMs: TIMEOUT_MS });
  return {
    async request({ method, path, body, token, signal }) {
      const request: ExchangeRequest = {
        method,
        path,
        bearer: token,
        headers: { accept: 'application/json', ...headers },
        json: body,
        // The host's own cookies must not reach a mini-app.
        init: { credentials: 'omit' },
      };
      const { status, text } = await whileWanted(signal, (ending) => exchange(request, ending));
      const parsed = parseJson(text);
      return { status, body: parsed === undefined && text !== '' ? text : parsed };
    },
  };
}
