import type { MemoryHost } from '@host/miniapp-sdk/host';

import type { NativePlatform } from '../artifact/Artifact.types.ts';
import type { EngineName } from '../engines/Engine.types.ts';

/** One call of a mini-app to its host. */
export type HostCall = MemoryHost['calls'][number];

/** A line of the console. */
export interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
}

/**
 * The kind of an error: `load`, `render`, `uncaught` and `rejection` were thrown by the mini-app, `step` is a failed step
 * of the scenario, `shared-version` a host module with an unsuitable version; the others are limits, or the engine's end.
 */
export type RunErrorKind =
  | 'load'
  | 'render'
  | 'uncaught'
  | 'rejection'
  | 'step'
  | 'shared-version'
  | 'load-limit'
  | 'blocked'
  | 'run-limit'
  | 'memory'
  | 'crash';

/** Something that went wrong, and where. */
export interface RunError {
  kind: RunErrorKind;
  message: string;
  /** The position, in the source if there are source maps, else in the bundle: `src/App.tsx:12:5`. */
  at?: string;
  stack?: string;
}

/** What a mini-app shows, and its calls to the host. */
export interface MiniAppState {
  texts: string[];
  tree: string;
  calls: HostCall[];
}

/** The result of a run. */
export interface RunSummary {
  ok: boolean;
  engine: EngineName;
  platform: NativePlatform;
  logs: LogLine[];
  errors: RunError[];
  warnings: string[];
  /** The files that the host requested, in order: `<mini-app>/<file>`. */
  requests: string[];
  timings: {
    /** The time until the host had started. */
    startMs: number;
    /** The time until all mini-apps were loaded. */
    loadMs: number;
    totalMs: number;
  };
}

/** The report on one mini-app. */
export type RunReport = RunSummary & MiniAppState;

/** The report on mini-apps that ran side by side. */
export type SideBySideReport<Name extends string = string> = RunSummary & {
  miniApps: Record<Name, MiniAppState>;
};
