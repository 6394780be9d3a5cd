import type { ArtifactFiles, Resolution } from '@host/contracts';
import { type LifecycleState, type Observable, createObservable } from '@host/miniapp-sdk/host';

import type { OpenMiniApp, OpenState, Params } from '../Host.types.ts';
import type { OpenFailureCode } from '../OpenFailure.types.ts';
import { createServices } from '../services/createServices.ts';
import type { KeptVersion } from './AppRecords.ts';
import { type Choice, chooseOffline, chooseVersion } from './chooseVersion.ts';
import { RuntimeError, withDeadline } from './deadline.ts';
import type { LoadedVersion, LoadedVersions } from './LoadedVersions.ts';
import type { Runtime } from './Runtime.ts';
import { codeOf, toFailure } from './toFailure.ts';

/** How long after a warm start a newer version still takes its place. Later it would be taken from under somebody's hands. */
const SWAP_MS = 1500;
/** So often a version has to be left behind while it started to count as one that brings everything down. */
const LEFT_BEHIND = 2;

const UNREACHABLE: ReadonlySet<string | undefined> = new Set(['offline', 'timeout', 'unavailable']);

/** What is being shown, or about to be. */
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
    if (this.#shown?.loaded.isGood) this.#tell(this.#shown.loaded, { phase });
  }

  rendered(): void {
    const shown = this.#shown;
    if (!shown || this.#startTimer === undefined) return;
    clearTimeout(this.#startTimer);
    this.#startTimer = undefined;
    shown.loaded.isGood = true;
    this.#tell(shown.loaded, { phase: 'shown' });
    this.#versions.unloadUnused(this.appId, shown.loaded);
    void this.#keepAsGood(shown);
  }

  crashed(error: unknown): void {
    const shown = this.#shown;
    if (!shown || this.#state.get().phase !== 'ready') return;
    if (this.#startTimer !== undefined) {
      void this.#failStart(shown, codeOf(error) === 'hung' ? 'hung' : 'crashed-on-start', error);
      return;
    }
    const message = error instanceof Error ? error.message : String(error);
    this.#tell(shown.loaded, { phase: 'error', error: { message } });
    void this.#runtime.report(shown.resolution, 'crashed', { error });
    this.#letGo(shown.loaded);
    this.#fail(error, 'crashed');
  }

  close(): void {
    if (this.#state.get().phase === 'closed') return;
    const shown = this.#shown;
    this.#run.abort(new RuntimeError('closed', `${this.appId} was closed.`));
    if (this.#startTimer !== undefined) {
      clearTimeout(this.#startTimer);
      // Closed by somebody before it was there: nothing to hold against it.
      void this.#runtime.records.change(this.appId, { starting: undefined });
    }
    if (shown) this.#release(shown.loaded);
    this.#state.set({ phase: 'closed' });
    this.#onClose();
  }

  /** In memory and on the screen before: shown at once, while the registry is asked whether that is still right. */
  #openWarm(loaded: LoadedVersion): void {
    const { resolution } = loaded;
    this.#show({ resolution, kept: undefined, isRolledBack: false }, loaded, undefined);
    void this.#runtime.records.change(this.appId, { openedAt: this.#runtime.now() });
    void this.#checkWarm(loaded, this.#run.signal);
  }

  async #checkWarm(loaded: LoadedVersion, signal: AbortSignal): Promise<void> {
    const openedAt = this.#runtime.now();
    try {
      const resolution = await this.#runtime.resolve(this.appId, signal);
      const record = await this.#runtime.records.find(this.appId);
      const { version } = chooseVersion(
        resolution,
        record,
        this.#runtime.options.hostVersion,
      ).resolution;
      const isOther = version !== loaded.resolution.version;
      if (!isOther || this.#runtime.now() - openedAt > SWAP_MS || signal.aborted) return;
      this.#runtime.prefetched(resolution);
      this.#letGo(loaded, { keep: true });
      loaded.isGood = false;
      this.#open();
    } catch (error) {
      // What cannot be asked stays as it is; what was stopped stops.
      if (codeOf(error) !== 'suspended' || signal.aborted) return;
      this.#letGo(loaded);
      this.#fail(error, 'suspended');
    }
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
    await this.#noticeLeftBehind();
    const choice = await this.#choose(signal);
    await this.#start(choice, signal);
  }

  /** A version that was starting when everything stopped, and again, brings everything down. */
  async #noticeLeftBehind(): Promise<void> {
    const { records, now } = this.#runtime;
    const record = await records.find(this.appId);
    const { starting } = record ?? {};
    if (!starting || starting.times < LEFT_BEHIND || this.#attempts > 1) return;
    const blocked = { version: starting.version, at: now() };
    await records.change(this.appId, { starting: undefined, blocked });
    const left = [record?.fetched, record?.lastGood].find(
      (one) => one?.resolution.version === starting.version,
    );
    const error = new Error('The host stopped while this version was starting.');
    if (left) void this.#runtime.report(left.resolution, 'hung', { error });
  }

  async #choose(signal: AbortSignal): Promise<Choice> {
    const { records, options, limits, now } = this.#runtime;
    let resolution: Resolution;
    try {
      resolution = await this.#runtime.resolve(this.appId, signal);
    } catch (reason) {
      const code = codeOf(reason);
      const error = code
        ? reason
        : new RuntimeError('unavailable', 'No answer.', { cause: reason });
      const isUnreachable = UNREACHABLE.has(code ?? 'unavailable');
      const record = await records.find(this.appId);
      const offline = isUnreachable ? chooseOffline(record, options.hostVersion) : undefined;
      if (!offline || signal.aborted) throw error;
      return offline;
    }
    const { blocked } = (await records.find(this.appId)) ?? {};
    const isLifted =
      blocked && (blocked.version !== resolution.version || now() - blocked.at > limits.blockMs);
    const record = await records.change(this.appId, {
      name: resolution.name,
      ...(resolution.icon !== undefined && { icon: resolution.icon }),
      openedAt: now(),
      ...(isLifted && { blocked: undefined }),
    });
    return chooseVersion(resolution, record, options.hostVersion);
  }

  async #start(choice: Choice, signal: AbortSignal): Promise<void> {
    const { resolution, kept } = choice;
    const { files, limits, records } = this.#runtime;
    const { isolation, loader } = this.#runtime.loaderFor(resolution);
    const known = this.#versions.find(resolution, isolation);
    if (known) {
      this.#show(choice, known, undefined);
      return;
    }
    const index = await this.#runtime.indexOf(resolution, {
      kept,
      loader,
      signal,
      // What failed before may be a file that only the index tells of.
      isWanted: this.#attempts > 1,
    });
    const taken = index?.files.filter(({ path }) => loader.takes?.(path)) ?? [];
    if (taken.length > 0) {
      await withDeadline(limits.downloadMs, 'Downloading', signal, (inner) =>
        files.fetch(resolution, taken, {
          signal: inner,
          onProgress: (progress) => this.#progress(progress, signal),
        }),
      );
    }
    await records.change(this.appId, {
      starting: await this.#startingNow(resolution),
      ...(index && { fetched: this.#keptOf(resolution, index.files) }),
    });
    if (signal.aborted) return;
    const lifecycle = createObservable<LifecycleState>({ phase: 'launched', params: this.#params });
    const services = createServices(
      {
        options: this.#runtime.options,
        limits,
        storage: this.#runtime.storage,
        consents: this.#runtime.consents,
        resolution,
        openLink: (link, from) => this.#runtime.openLink(link, from),
      },
      lifecycle,
    );
    const fileOf = (path: string) => index?.files.find((file) => file.path === path);
    try {
      const content = await withDeadline(limits.startMs, 'Loading', signal, (inner) =>
        loader.load({
          resolution,
          index,
          services,
          readFile: async (path) => {
            const file = fileOf(path);
            if (file) return files.read(file);
            throw new RuntimeError('integrity', `${path} is not a file of this version.`);
          },
          signal: inner,
          scriptTimeoutMs: limits.scriptMs,
          attempt: this.#attempts,
        }),
      );
      const loaded = {
        resolution,
        isolation,
        content,
        lifecycle,
        isGood: false,
        views: new Set<object>(),
      };
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

  /** Loading failed. What could not be fetched is nobody's fault; what threw would throw again. */
  async #failLoad(choice: Choice, error: unknown, signal: AbortSignal): Promise<void> {
    const code = codeOf(error);
    if (code === undefined || code === 'hung') {
      await this.#rollBack(choice, 'crashed-on-start', error, signal);
      return;
    }
    await this.#runtime.records.change(this.appId, { starting: undefined });
    void this.#runtime.report(choice.resolution, 'load-failed', { error });
    this.#fail(error, 'load-failed');
  }

  async #failStart(shown: Shown, kind: 'hung' | 'crashed-on-start', error: unknown) {
    clearTimeout(this.#startTimer);
    this.#startTimer = undefined;
    this.#tell(shown.loaded, { phase: 'error', error: { message: String(error) } });
    this.#letGo(shown.loaded);
    this.#state.set({ phase: 'loading', progress: 0 });
    const { signal } = this.#run;
    await this.#rollBack(shown, kind, error, signal).catch((again: unknown) => {
      if (!signal.aborted) this.#fail(again, 'load-failed');
    });
  }

  /** Opens the last version that was on the screen instead, once: if that one fails, too, it is over. */
  async #rollBack(
    failed: Choice,
    kind: 'hung' | 'crashed-on-start',
    error: unknown,
    signal: AbortSignal,
  ): Promise<void> {
    const { records, now, options } = this.#runtime;
    const { resolution } = failed;
    void this.#runtime.report(resolution, kind, { error });
    const record = await records.change(this.appId, {
      starting: undefined,
      blocked: { version: resolution.version, at: now() },
    });
    const next = chooseVersion(resolution, record, options.hostVersion);
    if (failed.isRolledBack || !next.isRolledBack) {
      this.#fail(error, kind);
      return;
    }
    await this.#start(next, signal);
  }

  async #keepAsGood({ resolution, index, kept, startedAt, isRolledBack }: Shown): Promise<void> {
    const { records, now } = this.#runtime;
    const record = await records.find(this.appId);
    const files = index?.files ?? kept?.files ?? filesOf(record?.lastGood, resolution);
    const isUnblocked = record?.blocked?.version === resolution.version;
    await records.change(this.appId, {
      starting: undefined,
      lastGood: isRolledBack ? record?.lastGood : this.#keptOf(resolution, files),
      ...(!isRolledBack && { fetched: undefined }),
      ...(isUnblocked && { blocked: undefined }),
    });
    void this.#runtime.report(resolution, 'loaded', { durationMs: now() - startedAt });
  }

  async #startingNow({ version }: Resolution): Promise<{ version: string; times: number }> {
    const { starting } = (await this.#runtime.records.find(this.appId)) ?? {};
    const before = starting?.version === version ? starting.times : 0;
    return { version, times: before + 1 };
  }

  #keptOf(resolution: Resolution, files: KeptVersion['files']): KeptVersion {
    return { resolution, files, hostVersion: this.#runtime.options.hostVersion };
  }

  #tell(loaded: LoadedVersion, change: Partial<LifecycleState>): void {
    const { params } = loaded.lifecycle.get();
    loaded.lifecycle.set({ params, phase: 'shown', ...change });
  }

  #release(loaded: LoadedVersion): void {
    loaded.views.delete(this);
    if (loaded.views.size === 0) this.#tell(loaded, { phase: 'unloaded' });
  }

  #letGo(loaded: LoadedVersion, { keep = false } = {}): void {
    clearTimeout(this.#startTimer);
    this.#startTimer = undefined;
    this.#shown = undefined;
    this.#release(loaded);
    if (!keep) this.#versions.unload(loaded);
  }

  #progress(progress: number, signal: AbortSignal): void {
    if (!signal.aborted) this.#state.set({ phase: 'loading', progress });
  }

  #fail(error: unknown, fallback: OpenFailureCode): void {
    // Whatever else is under way is for nothing, and must not be taken for progress.
    this.#run.abort();
    this.#state.set({ phase: 'failed', failure: toFailure(error, fallback) });
  }
}

function filesOf(kept: KeptVersion | undefined, { version }: Resolution): KeptVersion['files'] {
  return kept?.resolution.version === version ? kept.files : [];
}
