import { useEffect, useState } from 'react';

import { formatExact, formatTime } from '../text/formatTime.ts';
import styles from './Time.module.css';

const REFRESH_MS = 30_000;

/** A time as people say it, with the exact one on hover; or the exact one at once. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const now = useNow();
  return (
    <time className={styles.time} dateTime={at} title={formatExact(at)}>
      {exact ? formatExact(at) : formatTime(at, now)}
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
