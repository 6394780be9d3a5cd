import type { StoredMessage } from '../messages/Message.types.ts';
import { isOfPackage } from '../messages/packages.ts';
import { Run } from './Run.ts';
import type { Track } from './Track.ts';

/** Messages that came together, and their place on the track of the audience. */
interface Stretch {
  run: Run;
  track: Track;
  index: number;
}

/** What a device gets that has everything up to a position: often several stretches, in one write. */
export interface Portion {
  run: Run;
  stretches: readonly Stretch[];
  /** The position of its last message. */
  end: number;
  isForDevices: boolean;
  /** To how many devices it was written since that was noted. */
  devices: number;
}

/**
 * What goes round one audience. It can grow meanwhile: those who were passed get what came later in the next round, together
 * with everything else that came until then. Whoever sends fast has few writes with many messages so.
 */
export class Sweep {
  readonly #currentTrack: () => Track;
  #stretches: Stretch[] = [];
  readonly #portions = new Map<number, Portion | undefined>();
  #before = 0;
  #package: string | undefined;
  /** Nearly everybody is as far as the one before. */
  #lastPosition = -1;
  #lastPortion: Portion | undefined;

  /** @param currentTrack gives the track of the audience that has room for more */
  constructor(currentTrack: () => Track) {
    this.#currentTrack = currentTrack;
  }

  /** Its first message: whoever is in the audience has everything before. */
  get first(): StoredMessage {
    return this.#stretches[0]!.run.first;
  }

  /** Whether it is for devices of an app. */
  isFor(app: string | null): boolean {
    return isOfPackage(app, this.#package);
  }

  /** Where it ends for now. */
  get end(): number {
    return this.#stretches.at(-1)!.run.last.position;
  }

  /** How many messages it has. */
  get size(): number {
    return this.#stretches.reduce((sum, { run }) => sum + run.messages.length, 0);
  }

  /** Takes messages that follow on those before. */
  add(messages: readonly StoredMessage[]): void {
    const run = new Run(messages);
    this.#package = run.first.audience.kind === 'devices' ? undefined : run.first.packageName;
    const track = this.#currentTrack();
    const index = track.pieces.push(run.piece) - 1;
    this.#stretches.push({ run, track, index });
    this.#startOver();
  }

  /** Forgets what everybody has. */
  forget(upTo: number): void {
    if (this.first.position > upTo) return;
    this.#stretches = this.#stretches.filter(({ run }) => run.first.position > upTo);
    this.#startOver();
  }

  /** What somebody lacks who has everything up to a position; undefined when that is nothing. */
  after(reached: number): Portion | undefined {
    // However long ago they got something: it is the same for all of them.
    const position = Math.max(reached, this.#before);
    if (position !== this.#lastPosition) {
      if (!this.#portions.has(position)) this.#portions.set(position, this.#portionAfter(position));
      this.#lastPortion = this.#portions.get(position);
      this.#lastPosition = position;
    }
    return this.#lastPortion;
  }

  #startOver(): void {
    this.#before = this.first.position - 1;
    this.#portions.clear();
    this.#lastPosition = -1;
  }

  #portionAfter(position: number): Portion | undefined {
    const stretches = this.#stretches.filter(({ run }) => run.first.position > position);
    if (stretches.length === 0) return undefined;
    const run = Run.joined(stretches.map((stretch) => stretch.run));
    const isForDevices = run.first.audience.kind === 'devices';
    return { run, stretches, end: run.last.position, isForDevices, devices: 0 };
  }
}
