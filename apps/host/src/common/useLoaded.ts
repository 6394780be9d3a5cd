import { useCallback, useEffect, useState } from 'react';

/** The state of a value that is fetched for a screen. */
export interface Loaded<Value> {
  /** Undefined until it has loaded. */
  value: Value | undefined;
  error: Error | undefined;
  reload: () => void;
}

/** Loads a value when a screen mounts, and again on `reload`. A stale response is dropped. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [result, setResult] = useState<{ value?: Value; error?: Error }>({});
  const [attempt, setAttempt] = useState(0);
  const reload = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    let isCurrent = true;
    setResult(({ value }) => (value === undefined ? {} : { value }));
    load().then(
      (value) => isCurrent && setResult({ value }),
      (error: unknown) => isCurrent && setResult({ error: error as Error }),
    );
    return () => {
      isCurrent = false;
    };
  }, [load, attempt]);

  return { value: result.value, error: result.error, reload };
}
