import { formatArguments } from './formatArguments.ts';
import { post } from './post.ts';

/** What was written to the console, as the terminal gets it. */
interface ConsoleLine {
  level: 'log' | 'info' | 'warn' | 'error' | 'debug';
  text: string;
}

const LEVELS = ['log', 'info', 'warn', 'error', 'debug'] as const;
const FLUSH_MS = 100;
const MAX_LINES = 100;
/** What the page itself says when it starts. */
const OWN = /^Running application "host"/;

/** Lets the terminal of `miniapp start` have what the mini-app writes to the console, besides the browser's own. */
export function forwardConsole(): void {
  let lines: ConsoleLine[] = [];
  let leftOut = 0;
  const flush = () => {
    void post('/console', { lines, leftOut });
    lines = [];
    leftOut = 0;
  };
  for (const level of LEVELS) {
    const original = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      original(...values);
      if (OWN.test(String(values[0]))) return;
      if (lines.length === 0 && leftOut === 0) setTimeout(flush, FLUSH_MS);
      if (lines.length < MAX_LINES) lines.push({ level, text: formatArguments(values) });
      else leftOut += 1;
    };
  }
}
