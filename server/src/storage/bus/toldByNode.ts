import type { Told } from './Bus.types.ts';

/** What was told where only nodes can say anything. */
export function toldByNode(text: string): Told {
  const end = text.indexOf('\n');
  return {
    unprovenLine: end === -1 ? text : text.slice(0, end),
    isProven: () => true,
    text: () => text,
  };
}
