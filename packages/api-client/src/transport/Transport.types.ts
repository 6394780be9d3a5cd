/** Options that every call takes. */
export interface CallOptions {
  /** How long this call may take, including retries. */
  timeoutMs?: number | undefined;
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Options of a call that changes something. */
export interface PostOptions extends CallOptions {
  /** Identifies the change: the same key never makes it twice. By default, every call gets its own. */
  idempotencyKey?: string | undefined;
}

/** A request, from which each attempt is made. */
export interface ApiRequest {
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string | number | undefined> | undefined;
  /** Sent as JSON. */
  json?: object | undefined;
  headers?: Record<string, string>;
  /** A credential to use instead of the client's token. */
  bearer?: string | undefined;
  /** Whether it is sent with the client's token, which otherwise only calls below `/v1/admin/` carry. */
  withToken?: boolean;
  /** Creates a body other than JSON, for each attempt. */
  body?: () => OutgoingBody | Promise<OutgoingBody>;
  /** Whether it is made on behalf of a person, with their access token. */
  asPerson?: boolean;
  /** Reads the error of a refusal that is no problem document. */
  readRefusal?: (response: Response, what: string) => Promise<Error>;
  /** Whether there is only one attempt, for example because the body can be read only once. */
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
  /** Returns the response's JSON, validated by its schema. */
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
  /** Returns the response as parsed by `read`, which only gets successful ones. */
  askFor: <Value>(
    request: ApiRequest,
    read: (response: Response) => Value | Promise<Value>,
  ) => Promise<Value>;
}
