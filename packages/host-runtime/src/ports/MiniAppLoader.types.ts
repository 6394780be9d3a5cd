import type { ArtifactFiles, Resolution } from '@host/contracts';
import type { HostServices } from '@host/miniapp-sdk/host';
import type { ComponentType } from 'react';

/** What a loader is given. Everything about who the mini-app is comes from the registry. */
export interface LoadRequest {
  resolution: Resolution;
  /** The verified index of its files; absent when a loader said that it needs none and no key demands one. */
  index: ArtifactFiles | undefined;
  /** Bound to this mini-app and guarded by what it declared. */
  services: HostServices;
  /** Somebody works on it: what it did not declare throws where it is used. */
  isDevelopment: boolean;
  /** The verified content of a file of the archive, for loaders that take files. */
  readFile: (path: string) => Promise<Uint8Array>;
  /** Aborted when nobody waits for it any more. */
  signal: AbortSignal;
  /** How long a single script may take. */
  scriptTimeoutMs: number;
  /** Counts up with every attempt of this mini-app: an address that hung is not asked for again by browsers. */
  attempt: number;
}

/** A mini-app that was loaded. */
export interface LoadedMiniApp {
  /** What is mounted. */
  Component: ComponentType<LoadedProps>;
  /** Frees whatever can be freed; it is not mounted any more. */
  unload(): void;
}

/** What a mounted mini-app tells its host. */
export interface LoadedProps {
  /** It is on the screen. */
  onRendered: () => void;
  /** It threw while it was drawn, or its frame reported an error. */
  onCrash: (error: unknown, componentStack?: string) => void;
}

/** Turns the files of a mini-app into something to mount. */
export interface MiniAppLoader {
  /** Which files it takes as verified bytes. Left out, the platform fetches and checks them, as browsers do for scripts. */
  takes?(path: string): boolean;
  load(request: LoadRequest): Promise<LoadedMiniApp>;
  /** Has the platform fetch what it fetches by itself, without running any of it. */
  prefetch?(request: Pick<LoadRequest, 'resolution' | 'index'>): void;
}

/** One loader for each isolation that a host offers. */
export interface Loaders {
  realm: MiniAppLoader;
  /** Left out where there are no frames: everything runs in the realm then, if the host's policy lets it. */
  frame?: MiniAppLoader;
  /** Modules that mini-apps take from the host, with their versions: the registry names none that needs others. */
  shared?: Readonly<Record<string, string>>;
}
