import type { WireHostMethod, WireMiniApp } from './wire.types.ts';

/**
 * The functions that an engine provides to the runtime, in the global `headlessIo`. The runtime deletes the global at once, so
 * that no mini-app sees it.
 */
export interface Io {
  platform: 'ios' | 'android';
  /** How many log lines are kept. */
  logLines: number;
  /** Milliseconds of real time. */
  now(): number;
  /** Calls back in a later turn of the event loop. */
  nextTurn(callback: () => void): void;
  /** The text of the file with a URL, or null. */
  read(url: string): string | null;
  /** Runs a script in the global scope; stack traces name it. */
  evaluate(source: string, file: string): void;
  /** Takes a WireEvent as JSON. */
  emit(event: string): void;
  /** The device APIs, if the bundle is a complete host app. */
  device?: DeviceIo;
  /** Set by the runtime: runs WireSteps, given as JSON, and reports how each of them ended. */
  execute?(steps: string): Promise<void>;
  /** Set by the runtime: to be called for an unhandled rejection. */
  rejected?(reason: unknown): void;
  /** Set by the runtime: returns what is shown and was called, by mini-app, as JSON. */
  states?(): string;
}

/** Device APIs for a complete host app, which a mini-app cannot reach. */
export interface DeviceIo {
  /** The name under which the bundle registers its component. */
  component: string;
  /** The link that the host was opened with, if any. */
  initialUrl?: string | undefined;
  /** The person's locale, in the system's format; by default `en_US`. */
  locale?: string | undefined;
  /** Sends a WireRequest, given as JSON, to a server; resolves to a WireResponse as JSON. */
  request(request: string): Promise<string>;
  /** So many random bytes, as base64. */
  randomBase64(bytes: number): string;
  /** Decodes base64 to text. */
  textOf(base64: string): string;
  atob(base64: string): string;
  btoa(bytes: string): string;
}

/** The host bundle's side: it loads mini-apps and mounts them on surfaces. */
export interface HostApp {
  /** Loads a mini-app and mounts it. */
  open(app: string, miniApp: WireMiniApp, rootTag: number): Promise<void>;
  close(app: string): void;
  /** The calls of the mini-app to its host. */
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

/** The arguments of the script with the host's libraries. */
interface HeadlessParts {
  module: HostApp['module'];
  provide: HostApp['provide'];
}

/** The interface in the global `headlessHost` while the host bundle starts. */
export interface HeadlessHost {
  register: (host: HostApp) => void;
  /** Reports an error that a mini-app threw while rendering. */
  reportError: (error: unknown, componentStack: string) => void;
}

/** Globals that only exist until they are taken, so that no mini-app can find or forge them. */
export interface RuntimeGlobals {
  headlessIo?: Io;
  headlessHost?: HeadlessHost;
  headlessParts?: HeadlessParts;
}
