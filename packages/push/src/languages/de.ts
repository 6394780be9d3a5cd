import type { Translation } from '@host/contracts/messages';

import type { NOTIFICATIONS } from '../messages/notificationMessages.ts';

/** The texts of the notification list, in German. */
export const translation: Translation<typeof NOTIFICATIONS> = {
  notifications: {
    label: 'Mitteilungen',
    today: 'Heute',
    yesterday: 'Gestern',
    unread: 'Neu',
    delete: 'Löschen',
    from: 'Von',
    emptyTitle: 'Keine Mitteilungen',
    emptyMessage: 'Was passiert, während du weg bist, steht hier.',
  },
};
