import { withoutSlashes } from '../core/withoutSlashes.ts';
import type { ApiPort } from '../ports/services.types.ts';

/** Sends the calls of mini-apps to the server, with the token that the runtime gives for a person who agreed to it. */
export function createFetchApi({
  baseUrl = '',
}: {
  /** Where the server is; the page's own origin when left out. */
  baseUrl?: string;
} = {}): ApiPort {
  return {
    async request({ method, path, body, token, signal }) {
      const response = await fetch(withoutSlashes(baseUrl) + path, {
        method,
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        // The host's own cookies are no business of a mini-app.
        credentials: 'omit',
        redirect: 'error',
        signal,
      });
      const text = await response.text();
      return { status: response.status, body: parse(text) };
    },
  };
}

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
