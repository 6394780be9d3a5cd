/** What is kept of trust in a version or a publisher: the most recent decision, with who came to it. */
export interface TrustDecision {
  state: 'trusted' | 'taken' | 'lapsed';
  reason: string | null;
  actor: string;
  at: number;
}
