import { describe, expect, it } from 'vitest';

import { Piece } from './Piece.ts';
import { Track } from './Track.ts';
import { Waiting } from './Waiting.ts';

const piece = (...positions: number[]) =>
  new Piece(
    positions.map((position) => ({ id: position, position })),
    false,
  );

/** The positions that are let go of, piece by piece. */
function acknowledged(waiting: Waiting, position: number): number[][] {
  const taken: number[][] = [];
  waiting.acknowledge(position, ({ messages }) => taken.push(messages.map(({ id }) => id)));
  return taken;
}

describe('what waits to be acknowledged', () => {
  it('is let go of piece by piece, and in parts', () => {
    const track = new Track([piece(1, 2), piece(5, 6, 7)]);
    const waiting = new Waiting();
    waiting.add(track, 0);
    waiting.add(track, 1);
    expect(waiting.count).toBe(5);

    expect(acknowledged(waiting, 0)).toEqual([]);
    expect(acknowledged(waiting, 5)).toEqual([[1, 2], [5]]);
    expect(acknowledged(waiting, 5)).toEqual([]);
    expect(acknowledged(waiting, 6)).toEqual([[6]]);
    expect(waiting.count).toBe(1);
    expect(acknowledged(waiting, 100)).toEqual([[7]]);
    expect(waiting.count).toBe(0);
  });

  it('is what the device was sent alone, not what others on the track were', () => {
    const track = new Track([piece(1), piece(2), piece(3), piece(4)]);
    const waiting = new Waiting();
    for (const index of [0, 1, 3]) waiting.add(track, index);
    expect(acknowledged(waiting, 4)).toEqual([[1], [2], [4]]);
  });

  it('comes from many tracks in the order in which it was sent', () => {
    const [news, weather] = [new Track([piece(1), piece(4)]), new Track([piece(2, 3), piece(5)])];
    const waiting = new Waiting();
    waiting.add(news, 0);
    waiting.add(weather, 0);
    waiting.add(news, 1);
    waiting.add(weather, 1);
    expect(acknowledged(waiting, 2)).toEqual([[1], [2]]);
    expect(acknowledged(waiting, 4)).toEqual([[3], [4]]);
    expect(waiting.count).toBe(1);
    expect(acknowledged(waiting, 5)).toEqual([[5]]);
  });

  it('goes on where everything was acknowledged before', () => {
    const track = new Track([piece(1), piece(2)]);
    const waiting = new Waiting();
    waiting.add(track, 0);
    expect(acknowledged(waiting, 1)).toEqual([[1]]);
    waiting.add(track, 1);
    expect(waiting.count).toBe(1);
    expect(acknowledged(waiting, 2)).toEqual([[2]]);
  });
});
