import type { WireStep } from '../runtime/wire.types.ts';

/** A step as a report names it. */
export function describeStep(step: WireStep): string {
  const { do: kind, app: _, ...rest } = step;
  if (kind === 'open' || kind === 'checkContainer') return 'while it was opened';
  const match = 'match' in rest ? rest.match : undefined;
  const details = match
    ? 'exact' in match
      ? match.exact
      : `/${match.pattern}/${match.flags}`
    : rest;
  return `at ${kind} ${JSON.stringify(details)}`;
}
