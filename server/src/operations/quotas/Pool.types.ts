/** Each has budgets of its own: what strangers use up is there for the others. */
export type Pool = 'strangers' | 'devices' | 'people';
