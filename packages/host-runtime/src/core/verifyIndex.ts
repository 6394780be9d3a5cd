import { type ArtifactFiles, type Resolution, signedIndexText } from '@host/contracts';

import { RuntimeError } from '../common/deadline.ts';
import type { CryptoPort } from '../ports/services.types.ts';

/** What is demanded of a mini-app's signature. */
export interface SignatureDemand {
  /** Keys that the host itself trusts; without them the registry's word for the key is taken. */
  trustedKeys: readonly string[] | undefined;
  /** It was signed before: unsigned it is not run any more. */
  wasSigned: boolean;
}

/** Whether an index of files has to be signed, as far as one can tell before it is there. */
export function demandsSignature(resolution: Resolution, demand: SignatureDemand): boolean {
  return resolution.signature !== undefined || demand.trustedKeys !== undefined || demand.wasSigned;
}

/** Refuses an index that is of something else, or not signed as it has to be. */
export async function verifyIndex(
  resolution: Resolution,
  index: ArtifactFiles,
  demand: SignatureDemand,
  crypto: CryptoPort,
): Promise<void> {
  const { appId, version, platform, signature } = resolution;
  if (index.appId !== appId || index.version !== version || index.platform !== platform) {
    throw new RuntimeError('integrity', `The index of files is not that of ${appId} ${version}.`);
  }
  if (!demandsSignature(resolution, demand)) return;
  if (!signature) throw new RuntimeError('signature', `${appId} ${version} is not signed.`);
  if (demand.trustedKeys && !demand.trustedKeys.includes(signature.publicKey)) {
    throw new RuntimeError('signature', `${appId} ${version} is signed with a key of nobody.`);
  }
  const holds = await crypto.verify(signedIndexText(index), signature.value, signature.publicKey);
  if (!holds) {
    throw new RuntimeError('signature', `The signature of ${appId} ${version} does not hold.`);
  }
}
