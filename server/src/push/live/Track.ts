import type { Piece } from './Piece.ts';

/** One that is over is kept by those alone who still wait for something of it. */
const MOST_PIECES = 64;

/**
 * Pieces in the order in which they were sent. Those who were sent the same share one: what of it waits to be
 * acknowledged by a device is two numbers, however much that is.
 */
export class Track {
  readonly pieces: Piece[];

  constructor(pieces: Piece[] = []) {
    this.pieces = pieces;
  }

  get isOver(): boolean {
    return this.pieces.length >= MOST_PIECES;
  }
}
