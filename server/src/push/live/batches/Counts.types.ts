/** How far a message came on a device, after it was stored. */
export type Progress = 'sent' | 'delivered' | 'opened' | 'expired' | 'dropped';

/** How often a message got somewhere. */
export type Counts = Partial<Record<Progress, number>>;
