/** The protocol between Node and the engine under test: everything is JSON. */

/** A text to look for: exact, or a regular expression. */
export type WireMatch = { exact: string } | { pattern: string; flags: string };

/** One action or check in a mini-app, for the driver inside the engine. */
export type WireStep = { app: string } & (
  | { do: 'open'; miniApp: WireMiniApp; loadMs: number }
  | { do: 'start' }
  | { do: 'waitForText'; match: WireMatch; timeoutMs: number }
  | { do: 'expectText'; match: WireMatch }
  | { do: 'queryText'; match: WireMatch }
  | { do: 'expectCall'; call: Record<string, unknown> }
  | { do: 'press'; match: WireMatch }
  | { do: 'type'; into: string; text: string }
  | { do: 'back' }
  | { do: 'pause'; ms: number }
  | { do: 'openLink'; url: string }
  | { do: 'host'; method: WireHostMethod; argument: unknown }
  | { do: 'close' }
  | {
      do: 'checkContainer';
      baseUrl: string;
      containerFile: string;
      globalName: string;
      /** Versions of what the host shares. */
      shared: Record<string, string>;
      loadMs: number;
    }
);

/** What a test can do to a mini-app's host while it runs. */
export type WireHostMethod = 'signIn' | 'signOut' | 'setLifecycle' | 'setDevice';

/** What the host needs to open a mini-app. */
export interface WireMiniApp {
  appId: string;
  version: string;
  permissions: string[];
  /** The container's name and the version: a host has every version once. */
  remoteName: string;
  /** The address of the folder that its files are in, with a slash at the end. */
  baseUrl: string;
  /** Paths within the folder. */
  files: string[];
  /** The initial state of its in-memory host. */
  host: Record<string, unknown>;
  /** The URL of a script with the additional libraries that its host shares. */
  hostModules?: string;
}

/** A request of a host that talks to servers. */
export interface WireRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
}

/** What a server answered. */
export interface WireResponse {
  status: number;
  headers: Record<string, string>;
  /** As base64. */
  body: string;
}

/** What a mini-app shows, and its calls to the host. */
export interface WireState {
  texts: string[];
  tree: string;
  calls: Record<string, unknown>[];
}

/** How a step ended. */
export type WireResult = { ok: true; value?: unknown } | { ok: false; message: string };

/** An error as seen from inside the engine. */
export interface WireError {
  kind: 'load' | 'render' | 'rejection' | 'uncaught';
  message: string;
  stack: string;
  /** React's path to the component, for `render`. */
  componentStack?: string;
}

/** The layout direction of a system. */
export type Direction = 'ltr' | 'rtl';

/** The events of the engine while it runs. */
export type WireEvent =
  | { event: 'log'; level: 'debug' | 'info' | 'warn' | 'error'; message: string }
  | { event: 'dropped'; count: number }
  | { event: 'error'; error: WireError }
  | { event: 'warning'; message: string }
  | { event: 'request'; url: string }
  | { event: 'step'; index: number }
  | { event: 'result'; index: number; result: WireResult }
  | { event: 'states'; states: Record<string, WireState> }
  | { event: 'opening'; app: string }
  | { event: 'loaded'; app: string }
  | { event: 'direction'; direction: Direction }
  | { event: 'beat' };
