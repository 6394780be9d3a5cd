import type { FastifyBaseLogger } from 'fastify';

import type { RightsLater } from '../operations/console/rightsLater.ts';
import { Sweeper } from '../operations/Sweeper.ts';
import { openClock } from '../storage/database/openClock.ts';
import { isMyTurn } from '../storage/database/turns.ts';
import { removeUnregistered } from './artifacts/upload/removeUnregistered.ts';
import type { ArtifactStorage } from './artifacts/upload/storeUpload.ts';
import { forgetOld } from './forgetOld.ts';
import { releaseDue } from './registry/schedule/releaseDue.ts';

const UPLOADS_EVERY_MS = 60 * 60_000;
const ROWS_EVERY_MS = 10 * 60_000;
const RELEASES_EVERY_MS = 5000;

/** What is done from time to time: old data of mini-apps is deleted, and releases are made whose time has come. */
export function hostingSweepers(
  storage: ArtifactStorage,
  rightsLater: RightsLater,
  logger: FastifyBaseLogger | undefined,
): Sweeper[] {
  const clock = openClock(storage.db);
  return [
    new Sweeper({
      sweep: async () => removeUnregistered(storage, await clock()),
      isMyTurn: () => isMyTurn(storage.db, 'uploads-swept-at', UPLOADS_EVERY_MS / 2),
      everyMs: UPLOADS_EVERY_MS,
      failure: 'uploads that nobody registered stay for now',
      logger,
    }),
    new Sweeper({
      sweep: async () => releaseDue(storage.db, rightsLater, await clock()),
      isMyTurn: () => isMyTurn(storage.db, 'releases-made-at', RELEASES_EVERY_MS / 2),
      everyMs: RELEASES_EVERY_MS,
      failure: 'releases whose time has come wait for now',
      logger,
    }),
    new Sweeper({
      sweep: async () => forgetOld(storage.db, await clock()),
      isMyTurn: () => isMyTurn(storage.db, 'numbers-swept-at', ROWS_EVERY_MS / 2),
      everyMs: ROWS_EVERY_MS,
      failure: 'old numbers and paths of mini-apps stay for now',
      logger,
    }),
  ];
}
