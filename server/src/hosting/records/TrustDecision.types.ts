/** The most recent trust decision about a version or a publisher, and who made it. */
export interface TrustDecision {
  state: 'trusted' | 'taken' | 'lapsed';
  reason: string | null;
  actor: string;
  at: number;
}
