import type { Translation } from '@host/contracts/messages';

import type { NOTIFICATIONS } from '../messages/notificationMessages.ts';

/** The texts of the notification list, in Arabic. */
export const translation: Translation<typeof NOTIFICATIONS> = {
  notifications: {
    label: 'الإشعارات',
    today: 'اليوم',
    yesterday: 'أمس',
    unread: 'جديد',
    delete: 'حذف',
    from: 'من',
    emptyTitle: 'لا توجد إشعارات',
    emptyMessage: 'يظهر هنا ما يحدث أثناء غيابك.',
  },
};
