/** The limits of conditions over topics. Not in LIMITS, which every client bundles: clients parse no conditions. */
export const CONDITION_LIMITS = { conditionLength: 8192, conditionNesting: 64 } as const;
