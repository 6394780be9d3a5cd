import type { Observable } from '@host/miniapp-sdk/host';

import type { Host } from '../Host.types.ts';

/** What the dev server said about the last build. */
export type Build =
  | { phase: 'building' }
  | {
      phase: 'built';
      /** Counts up, so that each can be told from the one before. */ count: number;
    }
  | { phase: 'failed'; problems: readonly { file?: string | undefined; message: string }[] }
  /** The dev server does not answer any more. */
  | { phase: 'lost' };

/** The builds of a dev server, until nobody looks any more. */
export interface WatchedBuilds {
  build: Observable<Build>;
  end: () => void;
}

/** A mini-app that somebody works on, served by `miniapp start`. */
export interface Development {
  appId: string;
  name: string;
  /** A host of its own: what the mini-app stores or is allowed here is nothing that the published one sees. */
  host: Host;
  build: Observable<Build>;
  /** What it threw last, for the person who can mend it. */
  failure: Observable<string | undefined>;
  close(): void;
}

/** Connects to the dev server at an address; rejects with words to show. */
export type OpenDevelopment = (address: string) => Promise<Development>;
