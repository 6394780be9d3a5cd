import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { View } from 'react-native';

import { useSafeEdges } from '../platform/safeArea.ts';
import { webProps } from '../platform/webProps.ts';
import { useTheme } from '../theme/useTheme.ts';
import { createToastQueue } from './createToastQueue.ts';
import { Toast } from './Toast.tsx';
import { ToastContext } from './useToast.ts';

/** The props of {@link ToastProvider}. */
export interface ToastProviderProps {
  children: ReactNode;
}

/**
 * Shows the toasts of a mini-app: wrap the app in it. One toast is shown at a time, and does not disappear while it has the
 * pointer or the focus.
 *
 * @example
 * <ToastProvider>
 *   <NavigationContainer independent>…</NavigationContainer>
 * </ToastProvider>
 */
export function ToastProvider({ children }: ToastProviderProps) {
  const [queue] = useState(createToastQueue);
  const { space, direction } = useTheme();
  const safe = useSafeEdges();
  const current = useSyncExternalStore(
    queue.current.subscribe,
    queue.current.get,
    queue.current.get,
  );
  useEffect(() => queue.close, [queue]);
  return (
    <ToastContext.Provider value={queue}>
      {children}
      <View
        // Always rendered: browsers announce changes in a live region, but not a new region.
        aria-live={current?.tone === 'danger' ? 'assertive' : 'polite'}
        {...webProps({ role: 'status', dir: direction })}
        pointerEvents="box-none"
        style={{
          position: 'absolute',
          start: 0,
          end: 0,
          bottom: 0,
          alignItems: 'center',
          paddingHorizontal: space(4),
          paddingBottom: safe('bottom', space(6)),
        }}
      >
        {current ? <Toast key={current.id} toast={current} queue={queue} /> : null}
      </View>
    </ToastContext.Provider>
  );
}
