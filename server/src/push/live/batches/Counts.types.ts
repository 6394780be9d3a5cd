/** The progress of a message on a device after it was stored. */
export type Progress = 'sent' | 'delivered' | 'opened' | 'expired' | 'dropped';

/** The number of devices that a message reached each state on. */
export type Counts = Partial<Record<Progress, number>>;
