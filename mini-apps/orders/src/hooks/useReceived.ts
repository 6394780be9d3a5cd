import { useCallback, useEffect, useState } from 'react';

import { isReceived as readReceived, saveReceived } from '../services/received';

/** Whether the person has confirmed that an order arrived. */
export function useReceived(orderId: string): {
  isReceived: boolean;
  markReceived: () => Promise<void>;
} {
  const [isReceived, setReceived] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void readReceived(orderId).then((received) => isCurrent && setReceived(received));
    return () => {
      isCurrent = false;
    };
  }, [orderId]);

  const markReceived = useCallback(async () => {
    await saveReceived(orderId);
    setReceived(true);
  }, [orderId]);
  return { isReceived, markReceived };
}
