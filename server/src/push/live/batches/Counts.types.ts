/** What became of a message on a device after it was stored. */
export type Progress = 'sent' | 'delivered' | 'opened' | 'expired' | 'dropped';

/** On how many devices a message got how far. */
export type Counts = Partial<Record<Progress, number>>;
