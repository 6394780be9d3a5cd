import { useEffect, useState } from 'react';

import { formatExact, formatTime } from '../text/formatTime.ts';
import styles from './Time.module.css';

const REFRESH_MS = 30_000;

interface TimeProps {
  at: string;
  /** Whether it is something that can lie ahead: an end, or when something is due. */
  ahead?: boolean;
  exact?: boolean;
}

/** A time as people say it, with the exact one on hover; or the exact one at once. */
export function Time({ at, ahead = false, exact = false }: TimeProps) {
  const now = useNow();
  return (
    <time className={styles.time} dateTime={at} title={formatExact(at)}>
      {exact ? formatExact(at) : formatTime(at, now, { ahead })}
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
