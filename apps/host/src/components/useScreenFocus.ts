import { useIsFocused } from '@react-navigation/native';
import { useEffect, useRef } from 'react';
import { Platform, type View } from 'react-native';

/** On the first screen the focus stays where the browser put it. */
let isFirst = true;

/**
 * Moves the focus to a screen when it is shown, so that screen readers start reading there. On devices the system does
 * this.
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
