import type { LogLine, RunError } from '../report/Report.types.ts';
import type { TextMatch } from '../scenario/Step.types.ts';

/**
 * What a person can see and do on a screen. Time is virtual and only passes during these calls: a pause of an hour takes no
 * longer than what happens in it.
 */
export interface Screen {
  /** The text on the screen that matches; rejects if there is none, and shows what there is. */
  getByText(text: TextMatch): Promise<string>;
  /** The text on the screen that matches, or undefined. */
  queryByText(text: TextMatch): Promise<string | undefined>;
  /** Waits until a text is shown, by default up to 2 s. */
  waitForText(text: TextMatch, options?: { timeoutMs?: number }): Promise<string>;
  /** Presses the first element that shows the text, or has it as its label. */
  press(textOrLabel: TextMatch): Promise<void>;
  /** Types into the input with this placeholder or label; a line break at the end submits. */
  type(placeholderOrLabel: string, text: string): Promise<void>;
  /** Goes back: by the button on android, by swiping on ios. */
  back(): Promise<void>;
  /** Lets time pass. */
  pause(ms: number): Promise<void>;
  /** All texts on the screen, from top to bottom. */
  texts(): string[];
  /** The contents of the screen, one line for everything that a person notices. */
  tree(): string;
  /** What was written to the console. */
  logs(): LogLine[];
  /** The thrown errors, with positions in the source. */
  errors(): RunError[];
  /** Unmounts what is shown and ends the engine. */
  close(): Promise<void>;
}
