/** How large a condition over topics may be. Not among LIMITS: those are in the bundle of every client, and clients read no conditions. */
export const CONDITION_LIMITS = { conditionLength: 8192, conditionNesting: 64 } as const;
