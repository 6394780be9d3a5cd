import type { FastifyBaseLogger } from 'fastify';

import { Sweeper } from '../operations/Sweeper.ts';
import { isMyTurn } from '../storage/database/turns.ts';
import { removeUnregistered } from './artifacts/upload/removeUnregistered.ts';
import type { ArtifactStorage } from './artifacts/upload/storeUpload.ts';
import { forgetOld } from './forgetOld.ts';

const UPLOADS_EVERY_MS = 60 * 60_000;
const ROWS_EVERY_MS = 10 * 60_000;

/** Periodic deletion of outdated data of mini-apps. */
export function hostingSweepers(
  storage: ArtifactStorage,
  logger: FastifyBaseLogger | undefined,
): Sweeper[] {
  return [
    new Sweeper({
      sweep: () => removeUnregistered(storage, Date.now()),
      isMyTurn: () => isMyTurn(storage.db, 'uploads-swept-at', UPLOADS_EVERY_MS / 2),
      everyMs: UPLOADS_EVERY_MS,
      failure: 'uploads that nobody registered stay for now',
      logger,
    }),
    new Sweeper({
      sweep: () => forgetOld(storage.db, Date.now()),
      isMyTurn: () => isMyTurn(storage.db, 'numbers-swept-at', ROWS_EVERY_MS / 2),
      everyMs: ROWS_EVERY_MS,
      failure: 'old numbers and paths of mini-apps stay for now',
      logger,
    }),
  ];
}
