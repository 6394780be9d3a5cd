import type { HostServices } from './HostServices.types.ts';
import { HostError } from './HostError.ts';

/** The services without a host: every call fails with an explanation. */
export function outsideHost(): HostServices {
  throw new HostError(
    'outside-host',
    '@host/miniapp-sdk was used outside a host. Open the mini-app in a host, run `miniapp start`, or set STANDALONE=true.',
  );
}
