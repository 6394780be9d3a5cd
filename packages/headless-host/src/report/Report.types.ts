import type { MemoryHost } from '@host/miniapp-sdk/host';

import type { NativePlatform } from '../artifact/Artifact.types.ts';
import type { EngineName } from '../engines/Engine.types.ts';

/** One thing that a mini-app asked of its host. */
export type HostCall = MemoryHost['calls'][number];

/** A line of the console. */
export interface LogLine {
  level: 'debug' | 'info' | 'warn' | 'error';
  message: string;
}

/**
 * What kind of thing went wrong:
 * `load`, `render`, `uncaught` and `rejection` were thrown by the mini-app, `step` is a step of the scenario that does not
 * hold, `shared-version` a module of the host that is not of the version it needs; the others are limits, or the engine's end.
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
  /** The place in the source where there are source maps, else in the bundle: `src/App.tsx:12:5`. */
  at?: string;
  stack?: string;
}

/** What a mini-app shows, and what it asked of its host. */
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
  /** The files that the host asked for, in that order: `<mini-app>/<file>`. */
  requests: string[];
  timings: {
    /** Until the host was up. */
    startMs: number;
    /** Until all mini-apps were loaded. */
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
