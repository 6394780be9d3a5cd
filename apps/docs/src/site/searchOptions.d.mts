import type { Options } from 'minisearch';

/** A section of a page in the search index. */
export interface Section {
  id: string;
  page: string;
  title: string;
  text: string;
  excerpt: string;
}

/** The index options, which the build and the browser have to share. */
export const SEARCH_OPTIONS: Options<Section>;
