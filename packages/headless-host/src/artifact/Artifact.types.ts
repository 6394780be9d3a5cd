import type { FederationManifest, Permission } from '@host/contracts';
import type { MemoryHostOptions } from '@host/miniapp-sdk/host';

/** The platforms whose builds are executed. */
export type NativePlatform = 'ios' | 'android';

/** What the host has to know from a mini-app's manifest. */
export interface MiniAppManifest {
  appId: string;
  version: string;
  permissions: readonly Permission[];
}

/** A mini-app to run, and the host it runs in. */
export interface MiniAppSource {
  /** The folder of a build, or the project's: then its `build/<platform>` is taken. */
  dir: string;
  /** Left out, `manifest.json` of the project is read. */
  manifest?: MiniAppManifest;
  /** How the host starts: who is signed in, what `api` answers, what is stored. */
  host?: MemoryHostOptions;
  /** A script with the libraries that its host shares besides what every host does, made by `hostModulesConfig` of @host/bundler. */
  hostModules?: string;
}

/** The files of a mini-app for one platform. */
export interface Artifact {
  folder: string;
  /** Paths within the folder. */
  files: string[];
  federation: FederationManifest;
}
