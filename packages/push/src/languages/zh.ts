import type { Translation } from '@host/contracts/messages';

import type { NOTIFICATIONS } from '../messages/notificationMessages.ts';

/** The texts of the notification list, in Chinese. */
export const translation: Translation<typeof NOTIFICATIONS> = {
  notifications: {
    label: '通知',
    today: '今天',
    yesterday: '昨天',
    unread: '新',
    delete: '删除',
    from: '来自',
    emptyTitle: '没有通知',
    emptyMessage: '你不在时发生的事会显示在这里。',
  },
};
