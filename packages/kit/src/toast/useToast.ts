import { type Context, createContext, useContext } from 'react';

import type { ToastApi } from './ToastQueue.types.ts';

export const ToastContext: Context<ToastApi | undefined> = createContext<ToastApi | undefined>(
  undefined,
);

/**
 * Shows a short message.
 *
 * @example
 * const toast = useToast();
 * toast.show('Deleted', { action: { title: 'Undo', onPress: restore } });
 */
export function useToast(): ToastApi {
  const toast = useContext(ToastContext);
  if (toast) return toast;
  throw new Error('useToast was called outside a ToastProvider. Wrap the app in <ToastProvider>.');
}
