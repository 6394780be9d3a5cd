import type { Piece } from './Piece.ts';
import { Track } from './Track.ts';

/** The pieces of a track from one up to another, without that. */
interface Stretch {
  track: Track;
  from: number;
  to: number;
}

const NOWHERE = new Track();

/**
 * What was sent to one device and waits to be acknowledged. Most devices are on one track for long: its stretch grows in
 * place, since nothing else happens as often.
 */
export class Waiting {
  #count = 0;
  #track = NOWHERE;
  #from = 0;
  #to = 0;
  readonly #earlier: Stretch[] = [];
  /** How many messages of the first piece are acknowledged. */
  #offset = 0;

  /** How many messages. */
  get count(): number {
    return this.#count;
  }

  /** Takes the piece of a track that was sent. */
  add(track: Track, index: number): void {
    if (track !== this.#track || index !== this.#to) this.#begin(track, index);
    this.#to = index + 1;
    this.#count += track.pieces[index]!.messages.length;
  }

  /** Lets go of everything up to a position; `took` is called for every piece of it. */
  acknowledge(position: number, took: (piece: Piece) => void): void {
    for (let first = this.#earlier[0]; first; first = this.#earlier[0]) {
      first.from = this.#take(first, position, took);
      if (first.from < first.to) return;
      this.#earlier.shift();
    }
    const latest = { track: this.#track, from: this.#from, to: this.#to };
    this.#from = this.#take(latest, position, took);
  }

  #begin(track: Track, index: number): void {
    if (this.#from < this.#to) {
      this.#earlier.push({ track: this.#track, from: this.#from, to: this.#to });
    }
    this.#track = track;
    this.#from = index;
  }

  /** Gives the first piece of a stretch that still waits. */
  #take({ track, from, to }: Stretch, position: number, took: (piece: Piece) => void): number {
    for (let index = from; index < to; index++) {
      const piece = track.pieces[index]!;
      const start = this.#offset;
      const end = piece.countUpTo(position);
      if (end > start) {
        took(piece.part(start, end));
        this.#count -= end - start;
      }
      if (end < piece.messages.length) {
        this.#offset = Math.max(start, end);
        return index;
      }
      this.#offset = 0;
    }
    return to;
  }
}
