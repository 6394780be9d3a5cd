import type { ArtifactFiles, Resolution } from '@host/contracts';

import type { KeptVersion } from './AppRecords.ts';
import { type Choice, chooseVersion } from './chooseVersion.ts';
import type { Runtime } from './Runtime.ts';

/** After this many interrupted starts, a version is taken for one that crashes the host. */
const LEFT_BEHIND = 2;

/** A version that came onto the screen. */
interface Started extends Choice {
  index: ArtifactFiles | undefined;
  startedAt: number;
}

/** How the versions of a mini-app started here: remembered over restarts, told to the registry, and what follows from it. */
export class StartHistory {
  readonly #runtime: Runtime;
  readonly #appId: string;

  constructor(runtime: Runtime, appId: string) {
    this.#runtime = runtime;
    this.#appId = appId;
  }

  /** A version that was starting when everything stopped, and again, brings everything down. */
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

  /** Its code runs from now on. */
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

  /** It is on the screen: the one to go back to. */
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

  /** Somebody closed it before it was there: nothing to hold against it. */
  async wasClosed(): Promise<void> {
    await this.#runtime.records.change(this.#appId, { starting: undefined });
  }

  /** It did not come, which is not its fault: it can be tried again. */
  async didNotCome({ resolution }: Choice, error: unknown): Promise<void> {
    await this.#runtime.records.change(this.#appId, { starting: undefined });
    void this.#runtime.report(resolution, 'load-failed', { error });
  }

  /** It failed: left alone from now on. Resolves to the version to go back to, once: if that one fails, too, it is over. */
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
