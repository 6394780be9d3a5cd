import { EmptyState, type EmptyStateProps } from '@host/kit';
import { useEffect, useRef } from 'react';
import { Platform, View } from 'react-native';

import { NO_FOCUS_RING } from '../../theme/noFocusRing.ts';

/** Replaces a form with its result, and announces that to screen readers. */
export function Outcome(props: EmptyStateProps) {
  const ref = useRef<View>(null);
  // The button that had the focus was unmounted with the form.
  useEffect(() => {
    if (Platform.OS === 'web') (ref.current as unknown as HTMLElement | null)?.focus();
  }, []);
  return (
    <View
      ref={ref}
      role="status"
      aria-label={props.title}
      tabIndex={-1}
      style={{ flex: 1, ...NO_FOCUS_RING }}
    >
      <EmptyState {...props} />
    </View>
  );
}
