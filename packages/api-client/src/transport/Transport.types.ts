/** Options that every call takes. */
export interface CallOptions {
  /** How long this call may take, with its retries. */
  timeoutMs?: number | undefined;
  /** Ends the call early; it rejects with the signal's reason then. */
  signal?: AbortSignal | undefined;
}

/** Options of a call that changes something. */
export interface PostOptions extends CallOptions {
  /** Names the change: the same key never makes it twice. By default every call has one of its own. */
  idempotencyKey?: string | undefined;
}

/** The parts of a request that all attempts to send it share. */
export interface ApiRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string | number | undefined> | undefined;
  /** Sent as JSON. */
  json?: object | undefined;
  headers?: Record<string, string>;
  /** The key that it shows instead of the client's token. */
  bearer?: string | undefined;
  /** Makes a body that is not JSON, anew for every attempt. */
  body?: () => OutgoingBody | Promise<OutgoingBody>;
  /** It speaks for a person: their access token goes along. */
  asPerson?: boolean;
  /** The error of an answer without success, where refusals are not problem documents. */
  readRefusal?: (response: Response, what: string) => Promise<Error>;
  /** The body can be had once only, so there is one attempt. */
  once?: boolean;
  options: CallOptions | undefined;
  /** The default time limit of the call. */
  usualTimeoutMs?: number;
}

export type OutgoingBody = Blob | Uint8Array | ReadableStream<Uint8Array>;

/** The part of a schema of the contracts that reading an answer needs. */
export interface Schema<Value> {
  safeParse(value: unknown):
    | { success: true; data: Value }
    | {
        success: false;
        error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
      };
}

/** Sends requests and reads answers. */
export interface Transport {
  /** The answer's JSON as its schema says. */
  ask: <Value>(request: ApiRequest, schema: Schema<Value>) => Promise<Value>;
  /** The same for a GET. */
  get: <Value>(
    path: string,
    schema: Schema<Value>,
    options: CallOptions | undefined,
    query?: object,
  ) => Promise<Value>;
  /** The same for a POST with JSON, under an Idempotency-Key. */
  post: <Value>(
    path: string,
    json: object,
    schema: Schema<Value>,
    options: PostOptions | undefined,
    usualTimeoutMs?: number,
  ) => Promise<Value>;
  /** The answer as `read` makes it; `read` gets answers of success only. */
  askFor: <Value>(
    request: ApiRequest,
    read: (response: Response) => Value | Promise<Value>,
  ) => Promise<Value>;
}
