import { useEffect, useState } from 'react';
import { Platform } from 'react-native';

/** Long enough to notice that something else is now under one's finger. */
const SETTLING_MS = 700;
/** Events after which the content of the screen may have changed or moved. */
const UNSETTLING = ['blur', 'focus', 'resize', 'orientationchange', 'visibilitychange', 'scroll'];

/**
 * Whether a prompt has been visible for a moment without losing the focus or moving, so that a tap or key press that was
 * meant for what was there before is not taken as an answer. A new `key` or new `words` restart the wait.
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
