import { useEffect, useState } from 'react';

import { formatExact, formatTime } from '../text/formatTime.ts';
import styles from './Time.module.css';

const REFRESH_MS = 30_000;

/** A time as people say it, with the exact one on hover. */
export function Time({ at }: { at: string }) {
  const now = useNow();
  return (
    <time className={styles.time} dateTime={at} title={formatExact(at)}>
      {formatTime(at, now)}
    </time>
  );
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
