import type { Language } from '@host/contracts/messages';

import type { Scheme } from '../theme/createAppearance.ts';

/** What the host tells its script in the frames of mini-apps. */
export interface FrameLook {
  scheme: Scheme;
  /** With the texts of the kit alone. */
  language: Language;
}
