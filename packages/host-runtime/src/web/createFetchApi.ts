import { type ExchangeRequest, createExchange, whileWanted } from '@host/api-client/exchange';
import { parseJson } from '@host/contracts';

import type { ApiPort } from '../ports/services.types.ts';

/** The runtime gives up sooner; this ends calls of whoever has no limit of their own. */
const TIMEOUT_MS = 60_000;

/** Sends the calls of mini-apps to the server, with the token that the runtime gives for a person who agreed to it. */
export function createFetchApi({
  baseUrl = '',
  headers,
}: {
  /** Where the server is; the page's own origin when left out. */
  baseUrl?: string;
  /** What every request has besides. */
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
