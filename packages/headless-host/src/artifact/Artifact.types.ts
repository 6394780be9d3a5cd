import type { FederationManifest, Permission } from '@host/contracts';
import type { MemoryHostOptions } from '@host/miniapp-sdk/host';

/** The platforms whose builds are executed. */
export type NativePlatform = 'ios' | 'android';

/** The parts of a mini-app's manifest that the host needs. */
export interface MiniAppManifest {
  appId: string;
  version: string;
  permissions: readonly Permission[];
}

/** A mini-app to run, and the host it runs in. */
export interface MiniAppSource {
  /** The folder of a build, or of a project, whose `build/<platform>` is then used. */
  dir: string;
  /** By default, `manifest.json` of the project is read. */
  manifest?: MiniAppManifest;
  /** The initial state of the host: who is signed in, the responses of `api`, the stored data. */
  host?: MemoryHostOptions;
  /** A script with the additional libraries that its host shares, made by `hostModulesConfig` of @host/bundler. */
  hostModules?: string;
}

/** The files of a mini-app for one platform. */
export interface Artifact {
  folder: string;
  /** Paths within the folder. */
  files: string[];
  federation: FederationManifest;
}
