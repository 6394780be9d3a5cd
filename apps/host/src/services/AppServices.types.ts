import type { Resolution } from '@host/contracts';
import type { CatalogPage, ConsentRequest, Host } from '@host/host-runtime';
import type { Observable } from '@host/miniapp-sdk/host';

import type { OpenDevelopment } from '@host/host-runtime/development-views';
import type { HostLanguage } from '../language/createHostLanguage.ts';
import type { PushService } from '../push/PushService.types.ts';
import type { AccountLinks } from '../session/createAccountLinks.ts';
import type { AccountSecurity } from '../session/createAccountSecurity.ts';
import type { Session } from '../session/Session.types.ts';
import type { Appearance } from '../theme/createAppearance.ts';
import type { Prompts } from '../common/createPrompts.ts';

/** Why a person reports a mini-app. */
interface Complaint {
  appId: string;
  reason: string;
}

/** The services that screens use. */
export interface AppServices {
  host: Host;
  session: Session;
  links: AccountLinks;
  security: AccountSecurity;
  appearance: Appearance;
  language: HostLanguage;
  /** Whether the device is online. */
  isOnline: Observable<boolean>;
  /** Saves a text as a file of that name. */
  saveText: (name: string, text: string) => Promise<void>;
  /** The consent prompts of mini-apps. */
  consents: Prompts<ConsentRequest, boolean>;
  /** The sign-in prompts of mini-apps; answered with whether the person signed in. */
  logins: Prompts<undefined, boolean>;
  push: PushService;
  /** The catalog that the early script rendered; undefined after the first call. The first screen starts with it. */
  takeFirstCatalog?: () => CatalogPage | undefined;
  /** Resolves a mini-app in the registry. */
  describe: (appId: string) => Promise<Resolution>;
  complain: (complaint: Complaint) => Promise<void>;
  /** Only in development builds, and in a browser on localhost. */
  openDevelopment?: OpenDevelopment | undefined;
}
