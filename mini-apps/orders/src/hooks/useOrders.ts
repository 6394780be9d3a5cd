import type { Item } from '@host/miniapp-sdk';
import { useCallback, useEffect, useState } from 'react';

import { fetchOrders } from '../services/orders';

/** The person's orders: undefined while they load. */
export function useOrders(): { orders: Item[] | undefined; failed: boolean; reload: () => void } {
  const [orders, setOrders] = useState<Item[]>();
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    let isCurrent = true;
    setFailed(false);
    fetchOrders().then(
      (items) => isCurrent && setOrders(items),
      () => isCurrent && setFailed(true),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  return { orders, failed, reload };
}
