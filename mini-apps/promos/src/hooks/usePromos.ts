import type { Item } from '@host/miniapp-sdk';
import { useCallback, useEffect, useState } from 'react';

import { fetchPromos } from '../services/promos';

/** What is on offer: undefined while it loads. */
export function usePromos(): { promos: Item[] | undefined; failed: boolean; reload: () => void } {
  const [promos, setPromos] = useState<Item[]>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    fetchPromos().then(
      (items) => isCurrent && setPromos(items),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  return { promos, failed, reload };
}
