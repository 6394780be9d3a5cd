import { defineMessages } from '@host/contracts/messages';

/** The texts of the notification list, and the default name of the channel. */
export const NOTIFICATIONS = defineMessages('notifications', {
  label: 'Notifications',
  today: 'Today',
  yesterday: 'Yesterday',
  unread: 'New',
  delete: 'Delete',
  from: 'From',
  emptyTitle: 'No notifications',
  emptyMessage: 'What happens while you are away shows up here.',
});
