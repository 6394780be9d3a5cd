import { createContext, useContext } from 'react';

import type { AppServices } from './AppServices.types.ts';

const AppServicesContext = createContext<AppServices | undefined>(undefined);

/** Provides the services to screens. */
export const AppServicesProvider = AppServicesContext.Provider;

/** The services of the host. */
export function useServices(): AppServices {
  const services = useContext(AppServicesContext);
  if (services) return services;
  throw new Error('useServices was called outside an AppServicesProvider.');
}
