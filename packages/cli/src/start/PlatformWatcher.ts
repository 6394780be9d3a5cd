import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import type { Platform } from '@host/contracts';

import { packagePath } from '../packageRoot.ts';
import { type BuildState, failed } from './BuildState.ts';

/** What the process that builds is told. */
export interface WatchRequest {
  root: string;
  platform: Platform;
  /** Where the files go. */
  dir: string;
}

/**
 * Builds a platform in development mode, and again whenever a file changes. A process of its own does it: Node and Babel
 * read a configuration once in the life of a process, so that only another one takes over what changed in it.
 */
export class PlatformWatcher {
  readonly platform: Platform;
  /** Where the files lie. `build/` is left to what is published. */
  readonly dir: string;
  readonly #root: string;
  readonly #onState: (state: BuildState) => void;
  #state: BuildState = { type: 'building' };
  #waiting: (() => void)[] = [];
  #builder: ChildProcess | undefined;
  #started: Promise<void> | undefined;
  #ended: Promise<unknown> | undefined;
  /** What led to the next build, besides the sources. */
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

  /** Starts at the first call, and resolves once there is a build to look at, good or bad. */
  async settled(): Promise<BuildState> {
    do {
      this.#started ??= this.#start();
      await this.#started;
      if (this.#state.type !== 'building') break;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } while (this.#state.type === 'building');
    return this.#state;
  }

  /** What was started begins anew when it is asked for, because of these files; whoever waits for it asks. */
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
    // What an earlier session left there is of no use to a page of this one.
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
