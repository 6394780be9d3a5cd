/** Groups of callers with separate budgets: strangers cannot use up those of the others. */
export type Pool = 'strangers' | 'devices' | 'people';
