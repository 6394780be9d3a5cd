import type { Observable } from '@host/miniapp-sdk/host';

import type { Host } from '../Host.types.ts';

/** The state of the last build, as reported by the dev server. */
export type Build =
  | { phase: 'building' }
  | {
      phase: 'built';
      /** Counts up, so that each can be told from the one before. */ count: number;
    }
  | { phase: 'failed'; problems: readonly { file?: string | undefined; message: string }[] }
  /** The dev server no longer answers. */
  | { phase: 'lost' };

/** The builds of a dev server, until the watch is closed. */
export interface WatchedBuilds {
  build: Observable<Build>;
  end: () => void;
}

/** A mini-app under development, served by `miniapp start`. */
export interface Development {
  appId: string;
  name: string;
  /** A separate host: data and consents of the mini-app here are not those of the published one. */
  host: Host;
  build: Observable<Build>;
  /** The last error that it threw, for its developer. */
  failure: Observable<string | undefined>;
  close(): void;
}

/** Connects to the dev server at an address; rejects with a message that can be shown. */
export type OpenDevelopment = (address: string) => Promise<Development>;
