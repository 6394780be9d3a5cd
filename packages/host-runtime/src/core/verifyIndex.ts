import { type ArtifactFiles, type Resolution, signedIndexText } from '@host/contracts';

import { RuntimeError } from '../common/deadline.ts';
import type { CryptoPort } from '../ports/services.types.ts';

/** The requirements for a mini-app's signature. */
export interface SignatureDemand {
  /** Keys that the host itself trusts; without them, the key from the registry is trusted. */
  trustedKeys: readonly string[] | undefined;
  /** Whether it was signed before: then it is no longer run unsigned. */
  wasSigned: boolean;
}

/** Whether a file index has to be signed, as far as is known before it is fetched. */
export function demandsSignature(resolution: Resolution, demand: SignatureDemand): boolean {
  return resolution.signature !== undefined || demand.trustedKeys !== undefined || demand.wasSigned;
}

/** Refuses an index of another version, or without a required signature. */
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
