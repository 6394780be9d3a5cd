/**
 * Coalesces concurrent calls and caches the answer for a while: however many ask, the cost is bounded. A failure is
 * passed to those who waited for it, and not cached.
 */
export function coalesce<Answer>(ask: () => Promise<Answer>, keptMs = 0): () => Promise<Answer> {
  let kept: Promise<Answer> | undefined;
  let until = Infinity;
  return () => {
    if (kept && performance.now() < until) return kept;
    until = Infinity;
    const asked = ask();
    kept = asked;
    asked.then(
      () => void (until = performance.now() + keptMs),
      () => void (kept = undefined),
    );
    return asked;
  };
}
