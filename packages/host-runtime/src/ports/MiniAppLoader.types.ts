import type { ArtifactFiles, Resolution } from '@host/contracts';
import type { HostServices } from '@host/miniapp-sdk/host';
import type { ComponentType } from 'react';

/** A request to a loader. The mini-app's identity always comes from the registry. */
export interface LoadRequest {
  resolution: Resolution;
  /** The verified index of its files; absent if the loader needs none and no signature is required. */
  index: ArtifactFiles | undefined;
  /** The services, bound to this mini-app and restricted to its declared permissions. */
  services: HostServices;
  /** Whether it is under development: then using an undeclared permission throws. */
  isDevelopment: boolean;
  /** The verified content of a file of the archive, for loaders that take files. */
  readFile: (path: string) => Promise<Uint8Array>;
  /** Aborted when it is no longer needed. */
  signal: AbortSignal;
  /** How long a single script may take. */
  scriptTimeoutMs: number;
  /** Increases with every attempt, as browsers do not request a URL again while a request for it hangs. */
  attempt: number;
}

/** A mini-app that was loaded. */
export interface LoadedMiniApp {
  /** The component to mount. */
  Component: ComponentType<LoadedProps>;
  /** Frees its resources, once it is no longer mounted. */
  unload(): void;
}

/** The callbacks from a mounted mini-app to its host. */
export interface LoadedProps {
  /** It is on the screen. */
  onRendered: () => void;
  /** It threw while it was drawn, or its frame reported an error. */
  onCrash: (error: unknown, componentStack?: string) => void;
}

/** Loads the files of a mini-app, so that it can be mounted. */
export interface MiniAppLoader {
  /** Which files it takes as verified bytes. By default, the platform fetches and verifies them, as browsers do with scripts. */
  takes?(path: string): boolean;
  load(request: LoadRequest): Promise<LoadedMiniApp>;
  /** Makes the platform prefetch the files that it fetches itself, without running them. */
  prefetch?(request: Pick<LoadRequest, 'resolution' | 'index'>): void;
}

/** One loader for each isolation that a host offers. */
export interface Loaders {
  realm: MiniAppLoader;
  /** Absent if there are no frames: then everything runs in the realm, if the host's policy allows it. */
  frame?: MiniAppLoader;
  /** The shared modules with their versions: the registry only offers mini-apps that are compatible with them. */
  shared?: Readonly<Record<string, string>>;
}
