/**
 * Asks once for everybody who asks meanwhile, and keeps the answer for a while: however many ask, what it costs is bounded
 * by time. A failure is told to those who waited for it, and not kept.
 */
export function askedOnce<Answer>(ask: () => Promise<Answer>, keptMs = 0): () => Promise<Answer> {
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
