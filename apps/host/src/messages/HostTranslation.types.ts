import type { Translation } from '@host/contracts/messages';

import type { ACCOUNTS } from './accounts.ts';
import type { DEVELOP } from './develop.ts';
import type { HOME } from './home.ts';
import type { ITEMS } from './items.ts';
import type { MINI_APP } from './miniApp.ts';
import type { PUSH } from './push.ts';
import type { SETTINGS } from './settings.ts';
import type { TITLES } from './titles.ts';

/** All of the host's own messages in another language. */
export type HostTranslation = Translation<
  | typeof ACCOUNTS
  | typeof DEVELOP
  | typeof HOME
  | typeof ITEMS
  | typeof MINI_APP
  | typeof PUSH
  | typeof SETTINGS
  | typeof TITLES
>;
