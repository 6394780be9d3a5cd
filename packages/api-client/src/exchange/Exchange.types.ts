/** A request to the server. */
export interface ExchangeRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path below the server's address, encoded: see `path`. */
  path: string;
  /** The credential: an access token, a device key, or an admin token. */
  bearer?: string | undefined;
  headers?: Record<string, string> | undefined;
  /** Sent as JSON. */
  json?: unknown;
  /** Options for browsers: cookies, and requests that outlive their page. */
  init?: { credentials?: 'omit' | 'same-origin'; keepalive?: boolean } | undefined;
}

/** The arguments for `fetch`. */
export interface ExchangeInit {
  method: string;
  headers: Record<string, string>;
  body?: string;
  redirect: 'error';
  signal: AbortSignal;
  credentials?: 'omit' | 'same-origin';
  keepalive?: boolean;
}

/** The part of `fetch` that is used. */
export type ExchangeFetch = (
  url: string,
  init: ExchangeInit,
) => Promise<Pick<Answer, 'ok' | 'status'> & { text(): Promise<string> }>;

/** The complete response of the server. */
export interface Answer {
  ok: boolean;
  status: number;
  text: string;
}

/**
 * Sends a request and resolves to the response, whatever its status; rejects with a NoAnswerError without one.
 * The controller aborts it early: see `whileWanted`.
 */
export type Exchange = (request: ExchangeRequest, controller?: AbortController) => Promise<Answer>;
