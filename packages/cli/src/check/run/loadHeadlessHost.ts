export type HeadlessHost = typeof import('@host/headless-host');

/** Loads the headless host on demand, since it contains a whole host. */
export function loadHeadlessHost(): Promise<HeadlessHost> {
  return import('@host/headless-host');
}
