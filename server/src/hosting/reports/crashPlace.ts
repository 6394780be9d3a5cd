import { createHash } from 'node:crypto';

import { type StackFrame, stackFrames } from './stackFrames.ts';

/** Frames that tell one place from another: those further out are the same for many. */
const TOLD_BY = 3;
/** A minifier makes names that are shorter, and others in every build. */
const MIN_NAME = 3;
/** Characters of the frame that a list of crashes shows; what is longer is cut in the middle, and its stack has the whole. */
const MAX_SHOWN = 500;

/** Where a crash happened, and what is shown of it. */
interface CrashPlaceFound {
  /** The same for the same place, in other versions, too, as far as its functions have names. */
  place: string;
  /** The first frame, cut where it is long, or nothing. */
  at: string;
}

/**
 * Finds out where a crash happened: by its innermost frames, without what differs from version to version (folders,
 * digests in file names, lines of functions that have a name). Without a stack its message says it, without numbers.
 */
export function crashPlace(message: string, stack: string | undefined): CrashPlaceFound {
  const frames = stack === undefined ? [] : stackFrames(stack);
  const told =
    frames.length === 0
      ? [message.replaceAll(/\d+/g, '0')]
      : frames.slice(0, TOLD_BY).map(describe);
  const text = [errorName(stack ?? message), ...told].join('\n');
  const place = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return { place, at: shorten(frames[0]?.reported ?? '') };
}

/** Without its middle: a frame begins with the name of a function and ends with the name of a file and its line. */
function shorten(frame: string): string {
  if (frame.length <= MAX_SHOWN) return frame;
  const half = MAX_SHOWN / 2;
  return `${frame.slice(0, half)}…${frame.slice(-(half - 1))}`;
}

function describe({ name, file, line, column }: StackFrame): string {
  const isNamed = name.length >= MIN_NAME && name !== '<anonymous>' && name !== 'anonymous';
  return `${isNamed ? name : `${line}:${column}`} ${fileName(file)}`;
}

/** The name of a file without its folder, its query and the digest of its content. */
function fileName(address: string): string {
  const path = address.split(/[?#]/)[0]!;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name
    .split('.')
    .filter((part) => !/^[0-9a-f]{8,64}$/.test(part))
    .join('.');
}

/** `TypeError` of `TypeError: x is not a function`. */
function errorName(text: string): string {
  const name = text.slice(0, 64).split(/[:\n]/)[0]!.trim();
  return /^[A-Z]\w{2,40}$/.test(name) ? name : '';
}
