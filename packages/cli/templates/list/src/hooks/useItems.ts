import { useCallback, useEffect, useState } from 'react';

import { type AppItem, fetchItems } from '../services/items';

export type ItemsState =
  | { status: 'loading' }
  | { status: 'failed'; message: string }
  | { status: 'ready'; items: AppItem[] };

/** Loads the items; `reload` loads them again. */
export function useItems(): { state: ItemsState; reload: () => void } {
  const [state, setState] = useState<ItemsState>({ status: 'loading' });
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let isCurrent = true;
    setState({ status: 'loading' });
    fetchItems().then(
      (items) => isCurrent && setState({ status: 'ready', items }),
      (error: Error) => isCurrent && setState({ status: 'failed', message: error.message }),
    );
    return () => {
      isCurrent = false;
    };
  }, [attempt]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  return { state, reload };
}
