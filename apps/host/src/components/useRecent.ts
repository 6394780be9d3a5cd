import type { RecentMiniApp } from '@host/host-runtime';
import { useEffect, useState } from 'react';

import { useServices } from '../services/AppServicesContext.ts';
import { useStore } from '../common/useStore.ts';

/** The recently opened mini-apps. */
export function useRecent(): readonly RecentMiniApp[] {
  const { host } = useServices();
  const change = useStore(host.changes.recent);
  const [recent, setRecent] = useState<readonly RecentMiniApp[]>([]);
  useEffect(() => {
    let isCurrent = true;
    void host.recent().then((apps) => isCurrent && setRecent(apps));
    return () => {
      isCurrent = false;
    };
  }, [host, change]);
  return recent;
}
