import { createContext, useContext } from 'react';

import type { AppServices } from './AppServices.types.ts';

const AppServicesContext = createContext<AppServices | undefined>(undefined);

/** Gives screens what they work with. */
export const AppServicesProvider = AppServicesContext.Provider;

/** What screens work with. */
export function useServices(): AppServices {
  const services = useContext(AppServicesContext);
  if (services) return services;
  throw new Error('useServices was called outside an AppServicesProvider.');
}
