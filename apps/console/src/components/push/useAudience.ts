import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import type { Target } from '../../composer/readTarget.ts';
import { type CountedAudience, countAudience } from '../../composer/countAudience.ts';
import { useServices } from '../../services/ServicesContext.ts';

/** Counts whom a push would reach, before it is sent. */
export function useAudience(target: Target): UseQueryResult<CountedAudience> {
  const { client } = useServices();
  return useQuery({
    queryKey: ['audience', target],
    queryFn: ({ signal }) => countAudience(client, target, signal),
    // It is looked at in this moment, not in another.
    staleTime: 0,
  });
}
