import type { ArtifactFile, ArtifactFiles, Resolution } from '@host/contracts';

import { withDeadline } from '../common/deadline.ts';
import type { MiniAppLoader } from '../ports/MiniAppLoader.types.ts';
import type { Runtime } from './Runtime.ts';

/** Fetches and verifies the files that a loader takes as bytes; resolves to their list. */
export async function fetchTaken(
  { files, limits }: Runtime,
  resolution: Resolution,
  { index, loader }: { index: ArtifactFiles | undefined; loader: MiniAppLoader },
  control: { signal: AbortSignal; onProgress?: (progress: number) => void },
): Promise<readonly ArtifactFile[]> {
  const taken = index?.files.filter(({ path }) => loader.takes?.(path)) ?? [];
  if (taken.length > 0) {
    await withDeadline(limits.downloadMs, 'Downloading', control.signal, (signal) =>
      files.fetch(resolution, taken, { ...control, signal }),
    );
  }
  return taken;
}
