import type { ConsoleSession, TokenScope } from '@host/contracts';
import { createContext, useContext } from 'react';

import { may } from './createSession.ts';

/** Who is signed in, for everything that is shown to them. */
export const SessionContext = createContext<ConsoleSession | undefined>(undefined);

/** Who is signed in. */
export function useSession(): ConsoleSession {
  const session = useContext(SessionContext);
  if (!session) throw new Error('There is no SessionContext around this component.');
  return session;
}

/** Whether they may do what needs a scope; what they may not do is not shown. */
export function useMay(scope: TokenScope): boolean {
  return may(useSession(), scope);
}
