import { useServices } from '../../services/AppServicesContext.ts';
import { type Loaded, useLoaded } from '../../common/useLoaded.ts';

/** Whether the server sends mail; undefined until it is known. */
export function useSendsMail(): Loaded<boolean> {
  return useLoaded(useServices().links.sendsMail);
}
