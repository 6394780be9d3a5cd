import type { Translation } from '@host/contracts/messages';

import type { START } from '../startMessages.ts';

/** The start messages in Chinese. */
export const translation: Translation<typeof START> = {
  start: {
    notStarted: '应用无法启动。',
    tryAgain: '重试',
    needsScript: '此应用需要启用 JavaScript。',
  },
};
