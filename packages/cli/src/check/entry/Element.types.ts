/** Whether a prop is truthy, or cannot be determined from the text. */
export type Truth = 'yes' | 'no' | 'unknown';

/** An element that the entry component renders, as far as the text shows. */
export interface Element {
  kind: 'toast-provider' | 'navigation-container' | 'other';
  /** For a navigation container: the package it comes from. */
  source?: string;
  /** For a navigation container: whether `independent` is set. */
  independent?: Truth;
  file: string;
  line: number;
  children: Element[];
}
