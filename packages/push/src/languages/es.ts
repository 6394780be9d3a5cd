import type { Translation } from '@host/contracts/messages';

import type { NOTIFICATIONS } from '../messages/notificationMessages.ts';

/** The texts of the notification list, in Spanish. */
export const translation: Translation<typeof NOTIFICATIONS> = {
  notifications: {
    label: 'Notificaciones',
    today: 'Hoy',
    yesterday: 'Ayer',
    unread: 'Nueva',
    delete: 'Eliminar',
    from: 'De',
    emptyTitle: 'No hay notificaciones',
    emptyMessage: 'Aquí verás lo que pase mientras no estés.',
  },
};
