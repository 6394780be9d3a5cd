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

/** Everything that screens work with. */
export interface AppServices {
  host: Host;
  session: Session;
  links: AccountLinks;
  security: AccountSecurity;
  appearance: Appearance;
  language: HostLanguage;
  /** Whether the device is connected. */
  isOnline: Observable<boolean>;
  /** Gives the person a text as a file of that name. */
  saveText: (name: string, text: string) => Promise<void>;
  /** What mini-apps want to be allowed. */
  consents: Prompts<ConsentRequest, boolean>;
  /** Mini-apps that ask the person to sign in; answered with whether they did. */
  logins: Prompts<undefined, boolean>;
  push: PushService;
  /** The catalog that people see already, once: the first screen starts with it instead of taking it away. */
  takeFirstCatalog?: () => CatalogPage | undefined;
  /** What the registry says about a mini-app. */
  describe: (appId: string) => Promise<Resolution>;
  complain: (complaint: Complaint) => Promise<void>;
  /** Only where somebody can be developing: in a browser, on the machine that serves the host. */
  openDevelopment?: OpenDevelopment | undefined;
}
