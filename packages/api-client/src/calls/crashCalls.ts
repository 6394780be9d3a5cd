import { Crash, CrashDetails, type CrashQuery, pageOf } from '@host/contracts';

import { path } from '../exchange/path.ts';
import type { CallOptions, Transport } from '../transport/Transport.types.ts';
import type { ListRequest, Page } from './Page.types.ts';

/** Where mini-apps crash, with the scope `read`. */
export interface CrashCalls {
  /** Crashes by location, over all versions, the latest first. */
  listCrashes(query?: ListRequest<CrashQuery>, options?: CallOptions): Promise<Page<Crash>>;
  /** One crash, with a stack of the given version, or of the one where it happened last. */
  getCrash(
    appId: string,
    place: string,
    query?: { version?: string | undefined },
    options?: CallOptions,
  ): Promise<CrashDetails>;
}

export function crashCalls({ get }: Transport): CrashCalls {
  return {
    listCrashes: (query, options) => get('/v1/admin/crashes', pageOf(Crash), options, query),
    getCrash: (appId, place, query, options) =>
      get(path`/v1/admin/mini-programs/${appId}/crashes/${place}`, CrashDetails, options, query),
  };
}
