import type { ArtifactFiles, Resolution } from '@host/contracts';

import type { KeptVersion } from './AppRecords.ts';
import { type Choice, chooseVersion } from './chooseVersion.ts';
import type { Runtime } from './Runtime.ts';

/** After this many interrupted starts, a version is assumed to crash the host. */
const LEFT_BEHIND = 2;

/** A version that reached the screen. */
interface Started extends Choice {
  index: ArtifactFiles | undefined;
  startedAt: number;
}

/** Tracks how the versions of a mini-app started here, persists and reports it, and decides about roll-backs. */
export class StartHistory {
  readonly #runtime: Runtime;
  readonly #appId: string;

  constructor(runtime: Runtime, appId: string) {
    this.#runtime = runtime;
    this.#appId = appId;
  }

  /** Blocks a version that was starting repeatedly when the host crashed. */
  async noticeLeftBehind(): Promise<void> {
    const { records, now } = this.#runtime;
    const record = await records.find(this.#appId);
    const { starting } = record ?? {};
    if (!starting || starting.times < LEFT_BEHIND) return;
    const blocked = { version: starting.version, at: now() };
    await records.change(this.#appId, { starting: undefined, blocked });
    const left = [record?.fetched, record?.lastGood].find(
      (one) => one?.resolution.version === starting.version,
    );
    const error = new Error('The host stopped while this version was starting.');
    if (left) void this.#runtime.report(left.resolution, 'hung', { error });
  }

  /** Records that the code of a version begins to run. */
  async starts(resolution: Resolution, index: ArtifactFiles | undefined): Promise<void> {
    const { records } = this.#runtime;
    const { version } = resolution;
    const { starting } = (await records.find(this.#appId)) ?? {};
    const times = starting?.version === version ? starting.times : 0;
    await records.change(this.#appId, {
      starting: { version, times: times + 1 },
      ...(index && { fetched: this.#keptOf(resolution, index.files) }),
    });
  }

  /** Records that it is on the screen: it becomes the version to roll back to. */
  async succeeded({ resolution, index, kept, startedAt, isRolledBack }: Started): Promise<void> {
    const { records, now, options } = this.#runtime;
    const record = await records.find(this.#appId);
    const isOneToGoBackTo = !isRolledBack && !options.isDevelopment;
    const files = index?.files ?? kept?.files ?? filesOf(record?.lastGood, resolution);
    const isUnblocked = record?.blocked?.version === resolution.version;
    await records.change(this.#appId, {
      starting: undefined,
      lastGood: isOneToGoBackTo ? this.#keptOf(resolution, files) : record?.lastGood,
      ...(!isRolledBack && { fetched: undefined }),
      ...(isUnblocked && { blocked: undefined }),
    });
    void this.#runtime.report(resolution, 'loaded', { durationMs: now() - startedAt });
  }

  /** Records that it was closed before it had started, which is no failure. */
  async wasClosed(): Promise<void> {
    await this.#runtime.records.change(this.#appId, { starting: undefined });
  }

  /** Records that it could not be fetched, which is no failure of the version: it can be retried. */
  async didNotCome({ resolution }: Choice, error: unknown): Promise<void> {
    await this.#runtime.records.change(this.#appId, { starting: undefined });
    void this.#runtime.report(resolution, 'load-failed', { error });
  }

  /** Blocks a version that failed. Resolves to the version to roll back to, only once: if that one fails as well, it gives up. */
  async failed(
    { resolution, isRolledBack }: Choice,
    kind: 'hung' | 'crashed-on-start',
    error: unknown,
  ): Promise<Choice | undefined> {
    const { records, now, options } = this.#runtime;
    void this.#runtime.report(resolution, kind, { error });
    const record = await records.change(this.#appId, {
      starting: undefined,
      blocked: { version: resolution.version, at: now() },
    });
    const next = chooseVersion(resolution, record, options.hostVersion);
    return isRolledBack || !next.isRolledBack ? undefined : next;
  }

  #keptOf(resolution: Resolution, files: KeptVersion['files']): KeptVersion {
    return { resolution, files, hostVersion: this.#runtime.options.hostVersion };
  }
}

function filesOf(kept: KeptVersion | undefined, { version }: Resolution): KeptVersion['files'] {
  return kept?.resolution.version === version ? kept.files : [];
}
