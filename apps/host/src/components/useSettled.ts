import { useEffect, useState } from 'react';
import { Platform } from 'react-native';

/** As long as it takes to see that something else is under the finger than a moment ago. */
const SETTLING_MS = 700;
/** After these, what is on the screen may be another thing, or elsewhere, for whoever looks at it. */
const UNSETTLING = ['blur', 'focus', 'resize', 'orientationchange', 'visibilitychange', 'scroll'];

/**
 * Whether what is asked has been in front of the person for a moment, without having lost the focus or moved. A tap or a
 * key that was meant for what was there before does not count then. Another `key`, or other `words`, are another question.
 */
export function useSettled(key: object | undefined, words: string | undefined): boolean {
  const [settled, setSettled] = useState<{
    key?: object | undefined;
    words?: string | undefined;
  }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      setSettled(undefined);
      timer = setTimeout(() => setSettled({ key, words }), SETTLING_MS);
    };
    restart();
    const stopListening = Platform.OS === 'web' ? listen(restart) : undefined;
    return () => {
      clearTimeout(timer);
      stopListening?.();
    };
  }, [key, words]);
  return settled !== undefined && settled.key === key && settled.words === words;
}

function listen(onUnsettled: () => void): () => void {
  for (const type of UNSETTLING) window.addEventListener(type, onUnsettled);
  return () => {
    for (const type of UNSETTLING) window.removeEventListener(type, onUnsettled);
  };
}
