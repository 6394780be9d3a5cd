import type { Options } from 'minisearch';

/** A section of a page, as the index knows it. */
export interface Section {
  id: string;
  page: string;
  title: string;
  text: string;
  excerpt: string;
}

/** How sections are indexed: the same for who makes the index and for who reads it. */
export const SEARCH_OPTIONS: Options<Section>;
