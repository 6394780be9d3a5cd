import type { AuthStatus } from '@host/miniapp-sdk/host';

/** What the page around the phone and the page inside of it tell each other. */
export type FromHost =
  | { type: 'shown' }
  | { type: 'failed'; title: string; message: string }
  | { type: 'auth'; status: AuthStatus }
  | { type: 'calls'; calls: readonly object[] };

export type ToHost = { type: 'theme'; theme: Theme } | { type: 'auth'; status: AuthStatus };

export type Theme = 'light' | 'dark';

/** What the dev server tells about a build. */
export type BuildEvent =
  | { type: 'building' }
  | { type: 'built'; milliseconds: number }
  | { type: 'failed'; problems: readonly { file?: string; message: string }[] }
  | { type: 'changed' };

/** What the dev server knows of the project. */
export interface ProjectInfo {
  manifest: { appId: string; name: string; version: string; permissions: string[] };
  /** The name of its container. */
  container: string;
  addresses: readonly string[];
}
