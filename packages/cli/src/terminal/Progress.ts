import { printable } from './printable.ts';
import { textWidth } from './textWidth.ts';
import type { Palette } from './Palette.ts';

/** Something that takes a while. */
export interface Progress {
  /** A `fraction` from 0 to 1 draws a bar; without one, a spinner. */
  update(note: string, fraction?: number): void;
  /** Removes the line. */
  end(): void;
}

/** Where progress is drawn: a terminal. */
export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write(text: string): unknown;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const FRAME_MS = 80;
const BAR = 24;
const CLEAR_LINE = '\r\u001b[2K';

/** One line that is drawn over itself. */
export function drawProgress(stream: ProgressStream, color: Palette, label: string): Progress {
  let note = '';
  let fraction: number | undefined;
  let frame = 0;
  const draw = () => {
    const spinner = color.cyan(FRAMES[frame++ % FRAMES.length]!);
    const parts = [spinner, label, bar(), color.dim(note)].filter((part) => textWidth(part) > 0);
    stream.write(CLEAR_LINE + cut(parts.join('  '), (stream.columns ?? 80) - 1));
  };
  const bar = () => {
    if (fraction === undefined) return '';
    const full = Math.round(BAR * Math.min(1, Math.max(0, fraction)));
    const percent = `${Math.floor(fraction * 100)}%`.padStart(4);
    return `${color.cyan('█'.repeat(full))}${color.dim('░'.repeat(BAR - full))} ${percent}`;
  };
  const timer = setInterval(draw, FRAME_MS);
  timer.unref();
  draw();
  return {
    update(text, part) {
      note = printable(text);
      fraction = part;
    },
    end() {
      clearInterval(timer);
      stream.write(CLEAR_LINE);
    },
  };
}

/** For streams that are not terminals, such as logs. */
export const silentProgress: Progress = { update() {}, end() {} };

function cut(text: string, width: number): string {
  if (textWidth(text) <= width) return text;
  // On a narrow terminal, the end of the note is cut off, and colours are reset.
  let visible = 0;
  let index = 0;
  while (index < text.length && visible < width - 1) {
    const escape = /^\u001b\[[0-9;]*m/.exec(text.slice(index));
    index += escape ? escape[0].length : 1;
    if (!escape) visible++;
  }
  return `${text.slice(0, index)}\u001b[0m…`;
}
