import { useIsFocused } from '@react-navigation/native';
import { useEffect, useRef } from 'react';
import { Platform, type View } from 'react-native';

/** The first screen of all keeps the focus where the browser has it. */
let isFirst = true;

/**
 * Moves the keyboard's place to a screen when it is shown, so that screen readers start reading there. On devices the
 * system does it.
 */
export function useScreenFocus() {
  const ref = useRef<View>(null);
  const isFocused = useIsFocused();
  useEffect(() => {
    if (!isFocused || Platform.OS !== 'web') return;
    if (!isFirst) (ref.current as unknown as HTMLElement | null)?.focus({ preventScroll: true });
    isFirst = false;
  }, [isFocused]);
  return ref;
}
