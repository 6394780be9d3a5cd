import { useServices } from '../../services/AppServicesContext.ts';
import { type Loaded, useLoaded } from '../../common/useLoaded.ts';

/** Whether the server sends e-mail; undefined until the configuration has loaded. */
export function useSendsMail(): Loaded<boolean> {
  return useLoaded(useServices().links.sendsMail);
}
