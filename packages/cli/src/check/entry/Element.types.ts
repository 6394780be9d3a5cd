/** What is known of a prop that should be true: whether it is, or that it cannot be told from the text. */
export type Truth = 'yes' | 'no' | 'unknown';

/** An element that the entry component renders, as far as the text tells. */
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
