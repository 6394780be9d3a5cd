import type { EarlyCatalog } from './EarlyCatalog.types.ts';

/** Two scripts of one page meet here: what they bundle they do not share. */
const NAME = 'hostEarlyCatalog';
type Globals = { [NAME]?: EarlyCatalog };

/** Leaves what was asked for the host. */
export function leaveEarlyCatalog(early: EarlyCatalog): void {
  (globalThis as Globals)[NAME] = early;
}

/** Takes what was asked, once. */
export function takeEarlyCatalog(): EarlyCatalog | undefined {
  const globals = globalThis as Globals;
  const early = globals[NAME];
  delete globals[NAME];
  return early;
}
