import type { Resolution } from '@host/contracts';

import type { HostLimits, HostOptions } from '../HostOptions.types.ts';
import type { LinkTarget } from '../Host.types.ts';
import type { AppStorage } from './AppStorage.ts';
import type { Consents } from './Consents.ts';

/** The dependencies of one mini-app's services. */
export interface ServiceContext {
  options: HostOptions;
  limits: HostLimits;
  resolution: Resolution;
  storage: AppStorage;
  consents: Consents;
  openLink: (link: string, from: string) => LinkTarget | undefined;
}
