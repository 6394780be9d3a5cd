import type { WireHostMethod, WireMiniApp } from './wire.types.ts';

/**
 * What an engine lends to the runtime, in the global `headlessIo`. The runtime takes it away at once: a mini-app never sees it.
 */
export interface Io {
  platform: 'ios' | 'android';
  /** How many log lines are kept. */
  logLines: number;
  /** Milliseconds of real time. */
  now(): number;
  /** Calls back in a later turn of the event loop. */
  nextTurn(callback: () => void): void;
  /** The text of a file behind an address, or null. */
  read(url: string): string | null;
  /** Runs a script in the global scope; stack traces name it. */
  evaluate(source: string, file: string): void;
  /** Takes a WireEvent as JSON. */
  emit(event: string): void;
  /** Where the bundle is a host of its own: what the device has for it. */
  device?: DeviceIo;
  /** Set by the runtime: runs WireSteps, given as JSON, and tells how each of them ended. */
  execute?(steps: string): Promise<void>;
  /** Set by the runtime: a promise of the mini-app was rejected, and nobody handles it. */
  rejected?(reason: unknown): void;
  /** Set by the runtime: all that is shown and was asked for, by mini-app, as JSON. */
  states?(): string;
}

/** What a device has for a whole host, and a mini-app cannot reach. */
export interface DeviceIo {
  /** The name under which the bundle registers its component. */
  component: string;
  /** The link that the host was opened with; not there when it was opened by itself. */
  initialUrl?: string | undefined;
  /** What the system calls the person's language and country, `en_US` where it is not there. */
  locale?: string | undefined;
  /** Sends a WireRequest, given as JSON, to a server; resolves to a WireResponse as JSON. */
  request(request: string): Promise<string>;
  /** So many random bytes, as base64. */
  randomBase64(bytes: number): string;
  /** The text that base64 stands for. */
  textOf(base64: string): string;
  atob(base64: string): string;
  btoa(bytes: string): string;
}

/** The host bundle's side: it loads mini-apps and puts them on surfaces. */
export interface HostApp {
  /** Loads a mini-app and mounts it. */
  open(app: string, miniApp: WireMiniApp, rootTag: number): Promise<void>;
  close(app: string): void;
  /** What the mini-app asked of its host. */
  calls(app: string): Record<string, unknown>[];
  /** Changes the mini-app's host. */
  control(app: string, method: WireHostMethod, argument: unknown): void;
  /** A module of the host itself, or of React Native, for the libraries that it shares. */
  module(name: string): unknown;
  /** Shares libraries with the mini-apps that are opened from now on. */
  provide(modules: ProvidedModules): void;
}

/** Libraries that a host shares, by name. */
type ProvidedModules = Record<string, { version: string; module: object }>;

/** What the script of the host's libraries is given. */
interface HeadlessParts {
  module: HostApp['module'];
  provide: HostApp['provide'];
}

/** What the host bundle finds in the global `headlessHost` while it starts. */
export interface HeadlessHost {
  register: (host: HostApp) => void;
  /** A mini-app threw while it rendered. */
  reportError: (error: unknown, componentStack: string) => void;
}

/** Things that nobody may forge or find again live here until they are taken. */
export interface RuntimeGlobals {
  headlessIo?: Io;
  headlessHost?: HeadlessHost;
  headlessParts?: HeadlessParts;
}
