import type { StateWords } from '../releases/states.ts';
import { Badge } from './Badge.tsx';

/** A state in its colour. */
export function StateBadge({ of: { words, tone } }: { of: StateWords }) {
  return <Badge tone={tone}>{words}</Badge>;
}
