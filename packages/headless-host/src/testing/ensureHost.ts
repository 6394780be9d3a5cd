import { buildHost } from '../../build.mjs';
import { ownFile } from '../ownFile.ts';
import { withLock } from './withLock.ts';

let ready: Promise<unknown> | undefined;

/** Builds the host if its sources have changed; test files that run at the same time wait for each other. */
export async function ensureHost(): Promise<void> {
  ready ??= withLock(ownFile('node_modules/.cache/host.lock'), buildHost);
  await ready;
}
