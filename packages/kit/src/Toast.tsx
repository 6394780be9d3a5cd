import {
  type ReactNode,
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { View } from 'react-native';

import { Text } from './Text.tsx';
import { useTheme } from './theme.ts';

/** Shows short messages above a mini-app. */
export interface ToastApi {
  show(message: string): void;
}

const SHOWN_MS = 4000;

const ToastContext = createContext<ToastApi | undefined>(undefined);

/**
 * Shows a short message.
 *
 * @example
 * const toast = useToast();
 * toast.show('Saved');
 */
export function useToast(): ToastApi {
  const toast = useContext(ToastContext);
  if (toast) return toast;
  throw new Error('useToast was called outside a ToastProvider. Wrap the app in <ToastProvider>.');
}

/** Holds the toasts of a mini-app: wrap the app in it. One shows at a time, the next follows. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<readonly string[]>([]);
  const show = useCallback(
    (message: string) => setMessages((waiting) => [...waiting, message]),
    [],
  );
  const api = useMemo(() => ({ show }), [show]);
  const [current] = messages;

  useEffect(() => {
    if (current === undefined) return undefined;
    const timer = setTimeout(() => setMessages(([, ...rest]) => rest), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [current, messages.length]);

  return (
    <ToastContext.Provider value={api}>
      {children}
      {current === undefined ? null : <Toast message={current} />}
    </ToastContext.Provider>
  );
}

function Toast({ message }: { message: string }) {
  const { colors, radius, space } = useTheme();
  return (
    <View
      pointerEvents="none"
      style={{ position: 'absolute', left: 0, right: 0, bottom: space(8), alignItems: 'center' }}
    >
      <View
        accessibilityRole="alert"
        accessibilityLiveRegion="polite"
        style={{
          maxWidth: 480,
          marginHorizontal: space(4),
          paddingHorizontal: space(4),
          paddingVertical: space(3),
          borderRadius: radius,
          backgroundColor: colors.text,
        }}
      >
        <Text style={{ color: colors.background }}>{message}</Text>
      </View>
    </View>
  );
}
