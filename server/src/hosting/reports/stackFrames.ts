/** One frame of a stack, in the form of V8, Hermes or Safari. */
export interface StackFrame {
  /** The line as it was reported. */
  reported: string;
  /** The function; empty when it has no name. */
  name: string;
  /** The address of the file; empty where there is none, as in native code. */
  file: string;
  line: number;
  column: number;
}

/** Frames of a stack that are read: deeper ones are mostly recursion. */
const MAX_FRAMES = 50;

/** The frames of a stack, the innermost first. Lines that are not frames are left out. */
export function stackFrames(stack: string): StackFrame[] {
  const frames: StackFrame[] = [];
  for (const text of stack.split('\n')) {
    const frame = readFrame(text.trim());
    if (frame && frames.push(frame) >= MAX_FRAMES) break;
  }
  return frames;
}

function readFrame(text: string): StackFrame | undefined {
  if (text.startsWith('at ')) return readV8(text);
  const at = text.indexOf('@');
  if (at < 0) return undefined;
  // A message may contain an @ as well: it is a frame only if it ends with a position.
  const place = readPlace(text.slice(at + 1));
  return place && { reported: text, name: text.slice(0, at), ...place };
}

/** `at name (file:1:2)` or `at file:1:2`; Hermes writes `address at` before the file. */
function readV8(text: string): StackFrame {
  const rest = text.slice('at '.length);
  const open = rest.endsWith(')') ? rest.lastIndexOf(' (') : -1;
  const inside = open < 0 ? rest : rest.slice(open + 2, -1);
  const place = readPlace(inside.startsWith('address at ') ? inside.slice(11) : inside);
  const called = open < 0 ? (place ? '' : rest) : rest.slice(0, open);
  const name = called.startsWith('async ') ? called.slice('async '.length) : called;
  return { reported: text, name, ...(place ?? { file: '', line: 0, column: 0 }) };
}

/** `file:line:column`. */
function readPlace(text: string): Pick<StackFrame, 'file' | 'line' | 'column'> | undefined {
  const beforeColumn = text.lastIndexOf(':');
  const beforeLine = text.lastIndexOf(':', beforeColumn - 1);
  if (beforeLine < 1) return undefined;
  const line = Number(text.slice(beforeLine + 1, beforeColumn));
  const column = Number(text.slice(beforeColumn + 1));
  const isPlace = Number.isSafeInteger(line) && Number.isSafeInteger(column) && line > 0;
  return isPlace ? { file: text.slice(0, beforeLine), line, column } : undefined;
}
