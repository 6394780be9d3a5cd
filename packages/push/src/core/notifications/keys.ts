/** Where the center keeps notifications, and the marks of those that were deleted. */
export const KEPT = 'notification/';
export const DELETED = 'deleted/';
