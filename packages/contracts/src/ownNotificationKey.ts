/** The key in `data` of a push under which a device finds a notification that it scheduled for itself, as JSON. */
export const OWN_NOTIFICATION_KEY = 'host.scheduled';
