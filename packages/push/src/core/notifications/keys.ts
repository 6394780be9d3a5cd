/** The storage key prefixes of notifications, and of the tombstones of deleted ones. */
export const KEPT = 'notification/';
export const DELETED = 'deleted/';
