import { defineMessages } from '@host/contracts/messages';

/** What the list of notifications says, and what their channel is called where the host has no name for it. */
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
