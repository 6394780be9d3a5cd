import type { Translation } from '@host/contracts/messages';

import type { START } from '../startMessages.ts';

/** The start messages in Arabic. */
export const translation: Translation<typeof START> = {
  start: {
    notStarted: 'تعذّر بدء التطبيق.',
    tryAgain: 'إعادة المحاولة',
    needsScript: 'يحتاج هذا التطبيق إلى JavaScript.',
  },
};
