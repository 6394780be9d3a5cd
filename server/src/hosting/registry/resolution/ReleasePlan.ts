import { type Platform, compareVersions } from '@host/contracts';

import type { Candidate } from './Candidate.types.ts';
import { dropSuperseded } from './dropSuperseded.ts';
import { BUCKETS, rolloutBucket } from './rolloutBucket.ts';
import { parseShared, unsatisfiedRanges } from './sharedModules.ts';

/** What is known of the asking host; a missing value excludes no candidate. */
export interface Asker {
  platform?: Platform | undefined;
  hostVersion?: string | undefined;
  shared?: string | undefined;
  installId?: string | undefined;
  cohorts?: readonly string[] | undefined;
}

export type Choice<C extends Candidate> =
  | { kind: 'version'; candidate: C }
  | { kind: 'host-too-old'; requiredHostVersion: string }
  | { kind: 'shared-unsatisfied'; unsatisfied: string[] }
  | { kind: 'none' };

// Host versions are untrusted: without a bound a caller could fill the memory with made-up ones.
const MAX_SHORTLISTS = 64;

/**
 * The released versions of one mini-app, ready to choose from. For each kind of host it remembers the shortlist: the
 * versions that fit, down to the first that everybody gets. Choosing then looks at one or two entries, however many
 * versions there are.
 */
export class ReleasePlan<C extends Candidate> {
  readonly appId: string;
  readonly #newestFirst: readonly C[];
  readonly #shortlists = new Map<string, C[]>();

  constructor(appId: string, candidates: readonly C[]) {
    this.appId = appId;
    this.#newestFirst = dropSuperseded(
      candidates.toSorted((a, b) => compareVersions(b.version, a.version)),
    );
  }

  /** Every version that some host may be given. */
  get candidates(): readonly C[] {
    return this.#newestFirst;
  }

  choose(asker: Asker): Choice<C> {
    const candidate = this.#shortlist(asker).find((each) => this.#isFor(each, asker));
    return candidate ? { kind: 'version', candidate } : this.#whyNone(asker);
  }

  #shortlist(asker: Asker): C[] {
    const key = `${asker.platform ?? ''} ${asker.hostVersion ?? ''} ${asker.shared ?? ''}`;
    let shortlist = this.#shortlists.get(key);
    if (!shortlist) {
      const fitting = this.#newestFirst.filter(
        (each) =>
          runsOn(each, asker) && newEnough(each, asker) && missing(each, asker).length === 0,
      );
      const forEverybody = fitting.findIndex((each) => each.percentage >= BUCKETS);
      shortlist = forEverybody < 0 ? fitting : fitting.slice(0, forEverybody + 1);
      if (this.#shortlists.size >= MAX_SHORTLISTS) this.#shortlists.clear();
      this.#shortlists.set(key, shortlist);
    }
    return shortlist;
  }

  #isFor(candidate: C, { installId, cohorts = [] }: Asker): boolean {
    if (candidate.percentage >= BUCKETS) return true;
    if (candidate.cohorts.some((cohort) => cohorts.includes(cohort))) return true;
    if (installId === undefined || candidate.percentage === 0) return false;
    return rolloutBucket(this.appId, candidate.version, installId) < candidate.percentage;
  }

  // The reason may only mention versions that are released for this install.
  #whyNone(asker: Asker): Choice<C> {
    const meant = this.#newestFirst.filter(
      (each) => runsOn(each, asker) && this.#isFor(each, asker),
    );
    const forThisHost = meant.find((each) => newEnough(each, asker));
    if (forThisHost) {
      return { kind: 'shared-unsatisfied', unsatisfied: missing(forThisHost, asker) };
    }
    const needed = meant.map((each) => each.minHostVersion).toSorted(compareVersions)[0];
    return needed === undefined
      ? { kind: 'none' }
      : { kind: 'host-too-old', requiredHostVersion: needed };
  }
}

function runsOn(candidate: Candidate, { platform }: Asker): boolean {
  return platform === undefined || candidate.platforms.includes(platform);
}

function newEnough(candidate: Candidate, { hostVersion }: Asker): boolean {
  return hostVersion === undefined || compareVersions(candidate.minHostVersion, hostVersion) <= 0;
}

function missing(candidate: Candidate, { platform, shared }: Asker): string[] {
  if (shared === undefined) return [];
  const own = platform && candidate.sharedOn?.[platform];
  return unsatisfiedRanges(own ?? candidate.shared, parseShared(shared));
}
