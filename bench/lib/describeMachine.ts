import { cpus } from 'node:os';

import { peerVersions } from './peers.ts';
import type { Section } from './Section.types.ts';

/** Describes the machine of a section, and how much of it other processes used. */
export async function describeMachine({ others }: Pick<Section, 'others'>): Promise<string> {
  const { model } = cpus()[0]!;
  const machine = `${cpus().length} cores (${model.trim()}), Node ${process.version}, ${await peerVersions()}`;
  const share =
    others === undefined ? '' : `; others used ${Math.round(others * 100)} % of the cores`;
  return `Machine: ${machine}${share}.`;
}
