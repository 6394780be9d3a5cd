import { createHash } from 'node:crypto';

import { type StackFrame, stackFrames } from './stackFrames.ts';

/** How many innermost frames identify a crash location: those further out are common to many. */
const TOLD_BY = 3;
/** Shorter names come from a minifier, and differ between builds. */
const MIN_NAME = 3;
/** Characters of the frame shown in a list of crashes; a longer one is cut in the middle, the stack has all of it. */
const MAX_SHOWN = 500;

/** Where a crash happened, and what is shown of it. */
interface CrashPlaceFound {
  /** A fingerprint that is stable across versions, as far as the functions have names. */
  place: string;
  /** The first frame, shortened if it is long; empty without one. */
  at: string;
}

/**
 * Determines the location of a crash from its innermost frames, without what differs between versions (folders, digests
 * in file names, line numbers in named functions). Without a stack, the message without its numbers is used instead.
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

/** Drops the middle of a frame: its ends have the function, and the file with the line. */
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
