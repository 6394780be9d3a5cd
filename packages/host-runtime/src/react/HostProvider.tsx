import { type ReactNode, createContext, useContext, useMemo } from 'react';

import type { Host } from '../Host.types.ts';
import { defaultViews } from './defaultViews.tsx';
import type { MiniAppViews } from './views.types.ts';

interface HostContextValue {
  host: Host;
  views: MiniAppViews;
}

const HostContext = createContext<HostContextValue | undefined>(undefined);

export interface HostProviderProps {
  host: Host;
  /** Replaces what is shown while a mini-app is not there. */
  views?: Partial<MiniAppViews>;
  children?: ReactNode;
}

/** Provides the host to its descendants. */
export function HostProvider({ host, views, children }: HostProviderProps) {
  const value = useMemo(() => ({ host, views: { ...defaultViews, ...views } }), [host, views]);
  return <HostContext.Provider value={value}>{children}</HostContext.Provider>;
}

/** The host that was given to `HostProvider`, and the views around mini-apps. */
export function useHostContext(): HostContextValue {
  const value = useContext(HostContext);
  if (value) return value;
  throw new Error(
    'There is no HostProvider above: wrap the host app in <HostProvider host={host}>.',
  );
}

/**
 * The host that was given to `HostProvider`.
 *
 * @example
 * const host = useHost();
 * useEffect(() => void host.prefetch(['com.acme.orders']), [host]);
 */
export function useHost(): Host {
  return useHostContext().host;
}
