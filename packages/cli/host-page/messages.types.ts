import type { AuthStatus } from '@host/miniapp-sdk/host';

/** What the page around the phone and the page inside of it tell each other. */
export type FromHost =
  | { type: 'shown' }
  /** Something threw; the mini-app may be gone from the screen because of it. */
  | { type: 'failed'; error: ExplainedError; isGone: boolean }
  /** A build could not be taken over: the mini-app has to start anew. */
  | { type: 'outdated'; problem: string }
  | { type: 'auth'; status: AuthStatus }
  | { type: 'calls'; calls: readonly object[] };

export type ToHost =
  | { type: 'theme'; theme: Theme }
  | { type: 'auth'; status: AuthStatus }
  | { type: 'update'; hash: string };

/** An error in terms of the mini-app's own files. */
export interface ExplainedError {
  title: string;
  message: string;
  /** `src/App.tsx:3:7`, in the mini-app's own code. */
  at?: string;
  /** The lines around it. */
  frame?: string;
  stack?: string;
}

export type Theme = 'light' | 'dark';

/** What the dev server tells about a build. */
export type BuildEvent =
  | { type: 'building' }
  | { type: 'built'; milliseconds: number; hash: string }
  | { type: 'failed'; text: string }
  | { type: 'changed' };

/** What the dev server knows of the project. */
export interface ProjectInfo {
  manifest: { appId: string; name: string; version: string; permissions: string[] };
  /** The name of its container. */
  container: string;
  addresses: readonly string[];
}
