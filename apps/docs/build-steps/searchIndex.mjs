import MiniSearch from 'minisearch';

import { SEARCH_OPTIONS } from '../src/site/searchOptions.mjs';

/** Longer than what a result shows of a section. */
const EXCERPT = 160;
/** What stands behind the hundredth line of a table is found by the browser's own search on the page. */
const MOST_TEXT = 20_000;

/** What the search of the site knows, as a file that a browser loads when somebody searches. */
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

/** Every page is found by its title, and most by what stands in them. */
function sectionsOf({ title, isSearched, sections }) {
  return isSearched ? sections : [{ id: '', title, text: '' }];
}
