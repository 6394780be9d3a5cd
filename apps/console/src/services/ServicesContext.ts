import { createContext, useContext } from 'react';

import type { Services } from './createServices.ts';

/** Hands the services to every screen. */
export const ServicesContext = createContext<Services | undefined>(undefined);

/** What the console works with. */
export function useServices(): Services {
  const services = useContext(ServicesContext);
  if (!services) throw new Error('There is no ServicesContext around this component.');
  return services;
}
