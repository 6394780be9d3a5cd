import type { EarlyCatalog } from './EarlyCatalog.types.ts';

/** The global through which two separately bundled scripts of one page exchange data. */
const NAME = 'hostEarlyCatalog';
type Globals = { [NAME]?: EarlyCatalog };

/** Stores the early catalog for the host. */
export function leaveEarlyCatalog(early: EarlyCatalog): void {
  (globalThis as Globals)[NAME] = early;
}

/** Takes the early catalog; undefined after the first call. */
export function takeEarlyCatalog(): EarlyCatalog | undefined {
  const globals = globalThis as Globals;
  const early = globals[NAME];
  delete globals[NAME];
  return early;
}
