import { ChangeCache } from '../../../storage/database/ChangeCache.ts';
import type { Database } from '../../../storage/database/Database.types.ts';
import { findMiniProgram } from '../../records/miniProgramRows.ts';
import { REGISTRY_TOPIC } from '../../records/registryChanges.ts';
import { listReleased } from '../../records/versionRows.ts';
import { ReleasedVersion } from './ReleasedVersion.ts';
import { ReleasePlan } from './ReleasePlan.ts';

const MAX_PLANS = 20_000;

/** The state of one mini-app, for hosts. */
export interface MiniProgramState {
  suspended: boolean;
  suspendedReason: string | undefined;
  plan: ReleasePlan<ReleasedVersion>;
}

/** Caches the state of mini-apps, invalidated as soon as any node commits a change. */
export interface Resolver {
  /** The state of a mini-app, synchronously when it is cached; undefined when there is none. */
  stateOf(appId: string): MiniProgramState | Promise<MiniProgramState | undefined>;
  close(): void;
}

export function createResolver(db: Database, baseUrl: string): Resolver {
  const states = new ChangeCache<MiniProgramState>(db, {
    max: MAX_PLANS,
    forgets: { [REGISTRY_TOPIC]: 'key' },
  });

  async function read(appId: string): Promise<MiniProgramState | undefined> {
    const row = await findMiniProgram(db, appId);
    if (!row) return undefined;
    const released = await listReleased(db, appId);
    const versions = released.map((version) => new ReleasedVersion(version, row, baseUrl));
    return {
      suspended: row.suspended === 1,
      suspendedReason: row.suspended_reason ?? undefined,
      plan: new ReleasePlan(appId, versions),
    };
  }

  return {
    stateOf: (appId) => states.get(appId) ?? states.load(appId, () => read(appId)),
    close: () => states.close(),
  };
}
