import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Platform } from '@host/contracts';

import { packagePath } from '../packageRoot.ts';
import { type BuildState, failed } from './BuildState.ts';

/** The request to the build process. */
export interface WatchRequest {
  root: string;
  platform: Platform;
  /** The output folder. */
  dir: string;
}

/**
 * Builds a platform in development mode, and again whenever a file changes. It uses a separate process: Node and Babel cache
 * a configuration for the lifetime of a process, so changes to it need a new one.
 */
export class PlatformWatcher {
  readonly platform: Platform;
  /** The output folder. `build/` is reserved for what is published. */
  readonly dir: string;
  readonly #root: string;
  readonly #onState: (state: BuildState) => void;
  #state: BuildState = { type: 'building' };
  #waiting: (() => void)[] = [];
  #builder: ChildProcess | undefined;
  #started: Promise<void> | undefined;
  #ended: Promise<unknown> | undefined;
  /** The files other than sources that caused the next build. */
  #causes: readonly string[] = [];

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

  /** Starts at the first call, and resolves once a build has finished, successful or not. */
  async settled(): Promise<BuildState> {
    do {
      this.#started ??= this.#start();
      await this.#started;
      if (this.#state.type !== 'building') break;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } while (this.#state.type === 'building');
    return this.#state;
  }

  /** Ends the process because of changed files; the next call of `settled` starts a new one. */
  async restart(causes: readonly string[]): Promise<void> {
    if (!this.#started) return;
    await this.close();
    this.#causes = causes;
    this.#stopWaiting();
  }

  async close(): Promise<void> {
    await this.#started;
    const builder = this.#builder;
    this.#builder = undefined;
    this.#started = undefined;
    this.#state = { type: 'building' };
    if (!builder || builder.exitCode !== null || builder.signalCode !== null) return;
    this.#ended = once(builder, 'exit');
    if (builder.connected) builder.disconnect();
    await this.#ended;
  }

  async #start(): Promise<void> {
    await this.#ended;
    // Output of an earlier session is useless to pages of this one.
    await rm(this.dir, { recursive: true, force: true });
    const builder = fork(packagePath('dist/watchPlatform.js'), {
      cwd: this.#root,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#builder = builder;
    const isCurrent = () => this.#builder === builder;
    builder.on('message', (state) => isCurrent() && this.#set(state as BuildState));
    builder.once('exit', (code, signal) => {
      if (!isCurrent()) return;
      const message = `The process that builds ended unexpectedly (${signal ?? `exit code ${code}`}).`;
      this.#set(failed([{ message }]));
    });
    const request: WatchRequest = { root: this.#root, platform: this.platform, dir: this.dir };
    builder.send(request);
  }

  #set(state: BuildState): void {
    this.#state = state;
    if (state.type === 'built' && this.#causes.length > 0) {
      this.#state = { ...state, changed: [...this.#causes] };
      this.#causes = [];
    }
    this.#onState(this.#state);
    if (state.type !== 'building') this.#stopWaiting();
  }

  #stopWaiting(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
