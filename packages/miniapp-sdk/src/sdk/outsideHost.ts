import type { HostServices } from './HostServices.types.ts';
import { HostError } from './HostError.ts';

/** What stands in for a host where there is none: every use fails and says what to do. */
export function outsideHost(): HostServices {
  throw new HostError(
    'outside-host',
    '@host/miniapp-sdk was used outside a host. Open the mini-app in a host, run `miniapp start`, or set STANDALONE=true.',
  );
}
