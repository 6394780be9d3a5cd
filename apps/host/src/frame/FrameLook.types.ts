import type { Language } from '@host/contracts/messages';

import type { Scheme } from '../theme/createAppearance.ts';

/** What the host sends to its script in the frames of mini-apps. */
export interface FrameLook {
  scheme: Scheme;
  /** Only with the messages of the kit. */
  language: Language;
}
