import type { ApiPort } from '../ports/services.types.ts';
import type { SessionPort } from '../ports/SessionPort.types.ts';

/** Sends the calls of mini-apps to the server, with a token that says which mini-app it is and who is signed in. */
export function createFetchApi(options: {
  /** Where the server is; the page's own origin when left out. */
  baseUrl?: string;
  session: Pick<SessionPort, 'current' | 'tokenFor'>;
}): ApiPort {
  const { baseUrl = '', session } = options;
  return {
    async request({ appId, method, path, body, signal }) {
      const token = session.current.get() ? await session.tokenFor(appId) : undefined;
      const response = await fetch(baseUrl.replace(/\/+$/, '') + path, {
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
