/** Another transaction has changed a device since it was read: nothing was done, and the caller can try again. */
export class ConcurrentChange extends Error {}
