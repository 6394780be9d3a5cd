import type { RegistrationRecord } from '@host/contracts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { ReleasedVersion } from '../../releases/shares.ts';
import { useServices } from '../../services/ServicesContext.ts';

/** The newest versions of a mini-app: those that decide who gets what are among them. */
export function useVersions(appId: string): UseQueryResult<RegistrationRecord[]> {
  const { client } = useServices();
  return useQuery({
    queryKey: ['versions', appId],
    queryFn: async ({ signal }) =>
      (await client.listVersions(appId, { limit: 100 }, { signal })).items,
  });
}

/** The versions that people get, as what decides who gets them. */
export function releasedOf(versions: readonly RegistrationRecord[]): ReleasedVersion[] {
  return versions
    .filter(({ status }) => status === 'released')
    .map(({ version, release }) => ({ version, ...release }));
}
