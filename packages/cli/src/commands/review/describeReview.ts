import type { Review } from '@host/contracts';

import { formatDate } from '../../terminal/formatDate.ts';
import type { Output } from '../../terminal/Output.ts';
import type { Palette } from '../../terminal/Palette.ts';

/** The state of a review, in colour. */
export function paintState(color: Palette, state: Review['state']): string {
  const paint = { submitted: color.yellow, approved: color.green, rejected: color.red }[state];
  return paint(state);
}

/** The decision as rows of a table; empty without one. */
export function decisionRows(out: Output, { decision }: Review): [string, string][] {
  if (!decision) return [];
  const { by, at, reasons } = decision;
  const head = `${decision.decision} by ${by}, ${formatDate(at)}`;
  return [
    [out.color.dim('decision'), head],
    ...(reasons === undefined
      ? []
      : reasons
          .split('\n')
          .map((text, index): [string, string] => [
            index === 0 ? out.color.dim('reasons') : '',
            text,
          ])),
  ];
}
