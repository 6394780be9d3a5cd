import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Platform } from '@host/contracts';
import type { Compiler, Stats } from '@rspack/core';

import { describeProblem, problemsOf } from '../build/BuildError.ts';
import { loadConfig } from '../build/loadConfig.ts';
import { loadRspack } from '../build/loadRspack.ts';
import type { BuildProblem } from '../build/readProblem.ts';
import { toCliError } from '../terminal/toCliError.ts';

/** How far a build is. */
export type BuildState =
  | { type: 'building' }
  | { type: 'built'; milliseconds: number; changed: string[]; hash: string }
  | { type: 'failed'; problems: BuildProblem[]; text: string };

/** An editor may write a file in two steps. */
const AGGREGATE_MS = 50;

/** Builds a platform in development mode, and again whenever a file changes. */
export class PlatformWatcher {
  readonly platform: Platform;
  /** Where the files lie. `build/` is left to what is published. */
  readonly dir: string;
  readonly #root: string;
  readonly #onState: (state: BuildState) => void;
  #state: BuildState = { type: 'building' };
  #waiting: (() => void)[] = [];
  #compiler: Compiler | undefined;
  #started: Promise<void> | undefined;

  constructor(root: string, platform: Platform, onState: (state: BuildState) => void) {
    this.#root = root;
    this.platform = platform;
    this.dir = join(root, 'node_modules/.cache/miniapp/start', platform);
    this.#onState = onState;
  }

  get state(): BuildState {
    return this.#state;
  }

  get isStarted(): boolean {
    return this.#started !== undefined;
  }

  /** Starts at the first call, and resolves once there is a build to look at, good or bad. */
  async settled(): Promise<BuildState> {
    this.#started ??= this.#start();
    await this.#started;
    if (this.#state.type === 'building') {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
    return this.#state;
  }

  async close(): Promise<void> {
    await this.#started;
    const compiler = this.#compiler;
    this.#compiler = undefined;
    this.#started = undefined;
    this.#state = { type: 'building' };
    if (compiler) await new Promise<void>((resolve) => compiler.close(() => resolve()));
  }

  async #start(): Promise<void> {
    try {
      const config = await loadConfig(this.#root, {
        platform: this.platform,
        mode: 'development',
        hot: this.platform === 'web',
      });
      // What an earlier session left there is of no use to a page of this one.
      await rm(this.dir, { recursive: true, force: true });
      const rspack = await loadRspack(this.#root);
      const compiler = rspack.rspack({
        ...config,
        infrastructureLogging: { level: 'none' },
        output: { ...config.output, path: this.dir },
      });
      this.#compiler = compiler;
      let start = performance.now();
      compiler.hooks.invalid.tap('miniapp', () => {
        start = performance.now();
        this.#set({ type: 'building' });
      });
      compiler.watch({ aggregateTimeout: AGGREGATE_MS }, (error, stats) => {
        if (error) this.#set(failure(error));
        else if (stats) this.#set(outcome(stats, performance.now() - start, this.#root));
      });
    } catch (error) {
      this.#set(failure(error));
    }
  }

  #set(state: BuildState): void {
    this.#state = state;
    this.#onState(state);
    if (state.type === 'building') return;
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}

function outcome(stats: Stats, milliseconds: number, root: string): BuildState {
  if (stats.hasErrors()) return failed(problemsOf(stats));
  const changed = [...(stats.compilation.compiler.modifiedFiles ?? [])]
    .filter((path) => /\.\w+$/.test(path))
    .map((path) => path.replace(`${root}/`, ''));
  return { type: 'built', milliseconds: Math.round(milliseconds), changed, hash: stats.hash ?? '' };
}

function failure(error: unknown): BuildState {
  const { message, fix } = toCliError(error);
  return failed([{ message: `${message}\n${fix}` }]);
}

/** The state of a build that these problems stopped. */
export function failed(problems: BuildProblem[]): BuildState {
  const text = problems.map((problem) => describeProblem(problem)).join('\n');
  return { type: 'failed', problems, text };
}
