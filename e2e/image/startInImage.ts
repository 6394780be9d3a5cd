import { spawn } from 'node:child_process';

import type { ImageConfig } from './Buildah.ts';

/** The root of a container with nothing in it that can be written to but its volume and /tmp. */
const START = `
mount --bind "$IMAGE" "$IMAGE"
mount -o remount,bind,ro "$IMAGE"
mount --bind "$DATA" "$IMAGE/data"
mount -t tmpfs none "$IMAGE/tmp"
if [ -n "$EMULATOR" ]; then cp "$EMULATOR" "$IMAGE/tmp/emulator"; fi
exec chroot --userspec="$AS" "$IMAGE" "$@"
`;
/** Where a program finds the emulator that runs it. */
export const EMULATOR = '/tmp/emulator';

export interface BuiltImage {
  root: string;
  image: ImageConfig;
  /** A folder for its volume. */
  data: string;
  /** A program that runs those of another architecture. */
  emulator?: string;
}

/** Starts a command in an image as it says itself, in mounts and with a root of its own. */
export function startInImage(
  { root, image: { config }, data, emulator = '' }: BuiltImage,
  command: readonly string[],
  env: Record<string, string>,
) {
  return spawn('unshare', ['--mount', 'sh', '-ec', START, 'sh', ...command], {
    env: {
      PATH: process.env['PATH'],
      ...Object.fromEntries(config.Env.map((entry) => entry.split(/=(.*)/s).slice(0, 2))),
      IMAGE: root,
      DATA: data,
      EMULATOR: emulator,
      AS: config.User,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
