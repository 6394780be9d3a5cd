import type { RecentMiniApp } from '@host/host-runtime';
import { useEffect, useState } from 'react';

import { useServices } from '../services/AppServicesContext.ts';

/** The mini-apps that were opened lately; read again whenever `moment` changes. */
export function useRecent(moment: unknown): readonly RecentMiniApp[] {
  const { host } = useServices();
  const [recent, setRecent] = useState<readonly RecentMiniApp[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void host.recent().then((apps) => isCurrent && setRecent(apps));
    return () => {
      isCurrent = false;
    };
  }, [host, moment]);
  return recent;
}
