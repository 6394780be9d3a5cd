import type { StoredMessage } from '../messages/Message.types.ts';

type Audience = StoredMessage['audience'];

/** The first line of a hint. */
export interface HintLine {
  from: number;
  to: number;
  audiences: readonly Audience[];
}

const BEGINNING = /^\{"from":(\d+),"to":(\d+),"audiences":\[/;
/** An audience, and whether it is the last one. Nothing in it can be matched in two ways, so that it takes no long to fail. */
const AUDIENCE =
  /(?:\{"kind":"topic","topic":"([^"\\]*)"\}|\{"kind":"devices","deviceIds":\[([\d,]+)\]\})(?:,|(\]\})$)/y;

/**
 * Reads the first line of a hint as nodes usually write it: for topics and devices, in JSON without spaces. Returns undefined
 * if it is anything else, which JSON.parse may understand.
 *
 * Every node reads this line of every hint, mostly when it has done nothing for a while, so that what it needs is no longer in
 * the caches of the processor. JSON.parse needs many times as much code as this.
 */
export function scanHintLine(line: string): HintLine | undefined {
  const beginning = BEGINNING.exec(line);
  if (!beginning) return undefined;
  const audiences: Audience[] = [];
  AUDIENCE.lastIndex = beginning[0].length;
  for (;;) {
    const found = AUDIENCE.exec(line);
    if (!found) return undefined;
    const [, topic, deviceIds, isLast] = found;
    audiences.push(
      topic === undefined
        ? { kind: 'devices', deviceIds: deviceIds!.split(',').map(Number) }
        : { kind: 'topic', topic },
    );
    if (isLast !== undefined)
      return { from: Number(beginning[1]), to: Number(beginning[2]), audiences };
  }
}
