import type { ArtifactFiles, Resolution } from '@host/contracts';
import { type LifecycleState, type Observable, createObservable } from '@host/miniapp-sdk/host';

import { RuntimeError } from '../common/deadline.ts';
import { codeOf, toFailure } from '../common/toFailure.ts';
import type { OpenMiniApp, OpenState, Params } from '../Host.types.ts';
import type { OpenFailureCode } from '../OpenFailure.types.ts';
import { type Choice, chooseVersion } from './chooseVersion.ts';
import { fetchTaken } from './fetchTaken.ts';
import { findVersion } from './findVersion.ts';
import type { LoadedVersion, LoadedVersions } from './LoadedVersions.ts';
import { loadVersion } from './loadVersion.ts';
import type { Runtime } from './Runtime.ts';
import { StartHistory } from './StartHistory.ts';

/** How long after a warm start a newer version may still replace it. Later, the person would be using it already. */
const SWAP_MS = 1500;

/** The version that is shown, or about to be. */
interface Shown extends Choice {
  loaded: LoadedVersion;
  index: ArtifactFiles | undefined;
  startedAt: number;
}

/** One view of a mini-app, on its way from an appId to the screen. */
export class OpenView implements OpenMiniApp {
  readonly appId: string;
  readonly #params: Params;
  readonly #runtime: Runtime;
  readonly #versions: LoadedVersions;
  readonly #history: StartHistory;
  readonly #state = createObservable<OpenState>({ phase: 'loading', progress: 0 });
  readonly #onClose: () => void;
  #shown: Shown | undefined;
  #run = new AbortController();
  #startTimer: ReturnType<typeof setTimeout> | undefined;
  #attempts = 0;

  constructor(
    runtime: Runtime,
    versions: LoadedVersions,
    request: { appId: string; params: Params; onClose: () => void },
  ) {
    this.#runtime = runtime;
    this.#versions = versions;
    this.#history = new StartHistory(runtime, request.appId);
    this.appId = request.appId;
    this.#params = request.params;
    this.#onClose = request.onClose;
    const warm = versions.good(this.appId);
    if (warm) this.#openWarm(warm);
    else this.#open();
  }

  get state(): Observable<OpenState> {
    return this.#state;
  }

  retry(): void {
    if (this.#state.get().phase === 'failed') this.#open();
  }

  setVisible(isVisible: boolean): void {
    const phase = isVisible ? 'shown' : 'hidden';
    if (this.#shown?.loaded.isGood) tell(this.#shown.loaded, { phase });
  }

  rendered(): void {
    const shown = this.#shown;
    if (!shown || this.#startTimer === undefined) return;
    this.#stopTimer();
    shown.loaded.isGood = true;
    tell(shown.loaded, { phase: 'shown' });
    this.#versions.unloadUnused(this.appId, shown.loaded);
    void this.#history.succeeded(shown);
  }

  crashed(error: unknown): void {
    const shown = this.#shown;
    if (!shown || this.#state.get().phase !== 'ready') return;
    if (this.#startTimer !== undefined) {
      void this.#failStart(shown, error);
      return;
    }
    const message = error instanceof Error ? error.message : String(error);
    tell(shown.loaded, { phase: 'error', error: { message } });
    void this.#runtime.report(shown.resolution, 'crashed', { error });
    this.#closeShown(shown.loaded);
    this.#fail(error, 'crashed');
  }

  close(): void {
    if (this.#state.get().phase === 'closed') return;
    const shown = this.#shown;
    this.#run.abort(new RuntimeError('closed', `${this.appId} was closed.`));
    if (this.#startTimer !== undefined) {
      clearTimeout(this.#startTimer);
      void this.#history.wasClosed();
    }
    if (shown) this.#release(shown.loaded);
    this.#state.set({ phase: 'closed' });
    this.#onClose();
  }

  /** A warm start: shows a loaded version that was on the screen before at once, while the registry is asked for updates. */
  #openWarm(loaded: LoadedVersion): void {
    const { resolution } = loaded;
    this.#show({ resolution, kept: undefined, isRolledBack: false }, loaded, undefined);
    void this.#runtime.records.change(this.appId, { openedAt: this.#runtime.now() });
    void this.#checkWarm(loaded, this.#run.signal);
  }

  async #checkWarm(loaded: LoadedVersion, signal: AbortSignal): Promise<void> {
    const { records, options, now } = this.#runtime;
    const openedAt = now();
    try {
      const resolution = await this.#runtime.resolve(this.appId, signal);
      const record = await records.find(this.appId);
      const chosen = chooseVersion(resolution, record, options.hostVersion).resolution;
      if (signal.aborted) return;
      // It may have failed meanwhile, and another version is shown in its place.
      if (this.#shown && this.#shown.loaded !== loaded) return;
      if (chosen.version === loaded.resolution.version) {
        this.#describe(loaded, chosen);
        return;
      }
      // A developer waits for what was saved, however long the build or the network takes.
      if (!options.isDevelopment && now() - openedAt > SWAP_MS) return;
      this.#runtime.prefetched(resolution);
      this.#closeShown(loaded, { keep: true });
      loaded.isGood = false;
      this.#open();
    } catch (error) {
      // If the registry is unreachable, it stays open; if the mini-app was suspended, it is closed.
      if (codeOf(error) !== 'suspended' || signal.aborted) return;
      this.#closeShown(loaded);
      this.#fail(error, 'suspended');
    }
  }

  /** Updates the description of the same version from the registry, for example in another language. */
  #describe(loaded: LoadedVersion, resolution: Resolution): void {
    const state = this.#state.get();
    const isSame = resolution.name === loaded.resolution.name;
    if (isSame || state.phase !== 'ready') return;
    loaded.resolution = resolution;
    this.#state.set({ ...state, resolution });
  }

  #open(): void {
    this.#run.abort();
    this.#run = new AbortController();
    this.#attempts += 1;
    this.#state.set({ phase: 'loading', progress: 0 });
    const { signal } = this.#run;
    this.#openCold(signal).catch((error: unknown) => {
      if (!signal.aborted) this.#fail(error, 'load-failed');
    });
  }

  async #openCold(signal: AbortSignal): Promise<void> {
    if (this.#attempts === 1) await this.#history.noticeLeftBehind();
    await this.#start(await findVersion(this.#runtime, this.appId, signal), signal);
  }

  async #start(choice: Choice, signal: AbortSignal): Promise<void> {
    const { resolution, kept } = choice;
    const { isolation, loader } = this.#runtime.loaderFor(resolution);
    const known = this.#versions.find(resolution, isolation);
    if (known) {
      known.resolution = resolution;
      this.#show(choice, known, undefined);
      return;
    }
    this.#state.set({ phase: 'loading', progress: 0, resolution });
    // On a retry: the first failure may be about a file that is only in the index.
    const isWanted = this.#attempts > 1;
    const index = await this.#runtime.indexOf(resolution, { kept, loader, signal, isWanted });
    const onProgress = (progress: number) => {
      if (!signal.aborted) this.#state.set({ phase: 'loading', progress, resolution });
    };
    await fetchTaken(this.#runtime, resolution, { index, loader }, { signal, onProgress });
    await this.#history.starts(resolution, index);
    if (signal.aborted) return;
    try {
      const attempt = this.#attempts;
      const how = { resolution, isolation, loader, index, params: this.#params, attempt, signal };
      const loaded = await loadVersion(this.#runtime, how);
      this.#versions.add(loaded);
      if (signal.aborted) return;
      this.#show(choice, loaded, index);
    } catch (error) {
      if (signal.aborted) return;
      await this.#failLoad(choice, error, signal);
    }
  }

  #show(choice: Choice, loaded: LoadedVersion, index: ArtifactFiles | undefined): void {
    const { resolution, isolation, content } = loaded;
    this.#shown = { ...choice, loaded, index, startedAt: this.#runtime.now() };
    loaded.views.add(this);
    loaded.lifecycle.set({ phase: 'launched', params: this.#params });
    const { startMs } = this.#runtime.limits;
    this.#startTimer = setTimeout(() => {
      this.crashed(new RuntimeError('hung', `Nothing was on the screen after ${startMs} ms.`));
    }, startMs);
    const { isRolledBack } = choice;
    this.#state.set({ phase: 'ready', resolution, isolation, content, isRolledBack });
  }

  /** Handles a failure while loading: a failed fetch is not held against the version, but code that threw would throw again. */
  async #failLoad(choice: Choice, error: unknown, signal: AbortSignal): Promise<void> {
    const code = codeOf(error);
    if (code === undefined || code === 'hung') {
      await this.#goBack(choice, 'crashed-on-start', error, signal);
      return;
    }
    await this.#history.didNotCome(choice, error);
    if (signal.aborted) return;
    this.#fail(error, 'load-failed');
  }

  /** Handles a failure after mounting, before anything was on the screen. */
  async #failStart(shown: Shown, error: unknown): Promise<void> {
    tell(shown.loaded, { phase: 'error', error: { message: String(error) } });
    this.#closeShown(shown.loaded);
    this.#state.set({ phase: 'loading', progress: 0 });
    const { signal } = this.#run;
    try {
      if (error instanceof RuntimeError && error.code === 'load-failed') {
        await this.#failLoad(shown, error, signal);
      } else {
        const kind = codeOf(error) === 'hung' ? 'hung' : 'crashed-on-start';
        await this.#goBack(shown, kind, error, signal);
      }
    } catch (again) {
      if (!signal.aborted) this.#fail(again, 'load-failed');
    }
  }

  /** Rolls back to the last version that was on the screen, if there is one. */
  async #goBack(
    failed: Choice,
    kind: 'hung' | 'crashed-on-start',
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    const next = await this.#history.failed(failed, kind, error);
    // Something else is being opened by now.
    if (signal.aborted) return;
    if (next) await this.#start(next, signal);
    else this.#fail(error, kind);
  }

  #release(loaded: LoadedVersion): void {
    loaded.views.delete(this);
    if (loaded.views.size === 0) tell(loaded, { phase: 'unloaded' });
  }

  #closeShown(loaded: LoadedVersion, { keep = false } = {}): void {
    this.#stopTimer();
    this.#shown = undefined;
    this.#release(loaded);
    if (!keep) this.#versions.unload(loaded);
  }

  #stopTimer(): void {
    clearTimeout(this.#startTimer);
    this.#startTimer = undefined;
  }

  #fail(error: unknown, fallback: OpenFailureCode): void {
    // Other pending work is obsolete, and must not be mistaken for progress.
    this.#run.abort();
    this.#state.set({ phase: 'failed', failure: toFailure(error, fallback) });
  }
}

/** Updates the lifecycle state of a mini-app. */
function tell(loaded: LoadedVersion, change: Partial<LifecycleState>): void {
  const { params } = loaded.lifecycle.get();
  loaded.lifecycle.set({ params, phase: 'shown', ...change });
}
