import type { Step } from '@host/headless-host';

import type { Library } from './Library.types.ts';

/** What a person does to see that a library works: as steps of fixtures.json. */
export function stepsOf({ press, shows }: Library): Step[] {
  return [...(press === undefined ? [] : [{ press }]), { waitForText: shows }];
}
