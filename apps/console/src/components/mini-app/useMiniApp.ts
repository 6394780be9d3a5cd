import type { MiniProgram } from '@host/contracts';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';

import { useServices } from '../../services/ServicesContext.ts';

/** A mini-app, its state and how it is used. */
export function useMiniApp(appId: string): UseQueryResult<MiniProgram> {
  const { client } = useServices();
  return useQuery({
    queryKey: ['mini-app', appId],
    queryFn: ({ signal }) => client.getMiniProgram(appId, { signal }),
  });
}
