import MiniSearch from 'minisearch';

import { SEARCH_OPTIONS } from '../src/site/searchOptions.mjs';

/** The length of the stored excerpt of a section. */
const EXCERPT = 160;
/** The indexed length of a section: what is far down in a long table is found with the browser's own search. */
const MOST_TEXT = 20_000;

/** The search index as JSON, which a browser loads when somebody searches. */
export function searchIndex(pages) {
  const search = new MiniSearch(SEARCH_OPTIONS);
  const documents = pages.flatMap((page) =>
    sectionsOf(page).map((section) => ({
      id: `${page.address}${section.id ? `#${section.id}` : ''}`,
      page: page.title,
      title: section.title,
      text: section.text.slice(0, MOST_TEXT),
      excerpt: section.text.slice(0, EXCERPT),
    })),
  );
  search.addAll(documents);
  return JSON.stringify(search);
}

/** Every page is indexed by its title, and most by their text too. */
function sectionsOf({ title, isSearched, sections }) {
  return isSearched ? sections : [{ id: '', title, text: '' }];
}
