import type { RegistrationRecord } from '@host/contracts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import { readAllRows } from '../../files/readAllRows.ts';
import type { ReadPage } from '../../queries/useList.ts';
import type { ReleasedVersion } from '../../releases/shares.ts';
import { useServices } from '../../services/ServicesContext.ts';

/** All versions of a mini-app, the newest first: an old one that is released decides as well who gets what. */
export function useVersions(appId: string): UseQueryResult<RegistrationRecord[]> {
  const { client } = useServices();
  return useQuery({
    queryKey: ['versions', appId],
    queryFn: async ({ signal }) => {
      const versions: RegistrationRecord[] = [];
      const read: ReadPage<RegistrationRecord> = (page) =>
        client.listVersions(appId, page, { signal });
      for await (const items of readAllRows(read, signal)) versions.push(...items);
      return versions;
    },
  });
}

/** The versions that people get, as what decides who gets them. */
export function releasedOf(versions: readonly RegistrationRecord[]): ReleasedVersion[] {
  return versions
    .filter(({ status }) => status === 'released')
    .map(({ version, release }) => ({ version, ...release }));
}
