import MiniSearch, { type SearchResult } from 'minisearch';

import { SEARCH_OPTIONS, type Section } from './searchOptions.mjs';

const MOST_RESULTS = 12;
const BASE = '/docs/';

/** The search dialog: opened with its button, `/`, or Ctrl/⌘+K, and fully usable with the keyboard. */
export function startSearch(): void {
  const button = document.getElementById('search-button');
  if (!button) return;
  let dialog: SearchDialog | undefined;
  const index = new SearchIndex(document.body.dataset['search'] ?? '');
  const open = () => (dialog ??= new SearchDialog(index)).open();
  // The network may be gone by the time somebody searches.
  const whenIdle = window.requestIdleCallback ?? ((load: () => void) => setTimeout(load, 2000));
  whenIdle(() => void index.fetch().catch(() => undefined));
  button.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
    const isSlash = event.key === '/' && !isTyping(event.target);
    if (!isShortcut && !isSlash) return;
    event.preventDefault();
    open();
  });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select');
}

/** The search index. Its text is prefetched; parsing it takes longer, and waits for the first search. */
class SearchIndex {
  readonly #address: string;
  #text: Promise<string> | undefined;
  #read: Promise<MiniSearch<Section>> | undefined;

  constructor(address: string) {
    this.#address = address;
  }

  fetch(): Promise<string> {
    this.#text ??= fetchText(this.#address).catch((error: unknown) => {
      // The next attempt asks again.
      this.#text = undefined;
      throw error;
    });
    return this.#text;
  }

  read(): Promise<MiniSearch<Section>> {
    this.#read ??= this.fetch()
      .then((text) => MiniSearch.loadJSON<Section>(text, SEARCH_OPTIONS))
      .catch((error: unknown) => {
        this.#read = undefined;
        throw error;
      });
    return this.#read;
  }
}

async function fetchText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return response.text();
}

class SearchDialog {
  readonly #dialog = document.createElement('dialog');
  readonly #input = document.createElement('input');
  readonly #list = document.createElement('ul');
  readonly #note = document.createElement('p');
  readonly #index: SearchIndex;
  #current = 0;

  constructor(index: SearchIndex) {
    this.#index = index;
    this.#dialog.className = 'search';
    this.#dialog.ariaLabel = 'Search';
    this.#list.id = 'search-results';
    this.#list.role = 'listbox';
    this.#list.ariaLabel = 'Results';
    this.#note.role = 'status';
    // Not `type="search"`, which would consume the first Escape to clear the field.
    Object.assign(this.#input, { type: 'text', placeholder: 'Search', autocomplete: 'off' });
    this.#input.role = 'combobox';
    this.#input.ariaLabel = 'Search the docs';
    this.#input.ariaExpanded = 'false';
    this.#input.ariaAutoComplete = 'list';
    this.#input.setAttribute('aria-controls', this.#list.id);
    this.#input.addEventListener('input', () => void this.#search());
    this.#input.addEventListener('keydown', (event) => this.#onKey(event));
    this.#dialog.addEventListener('click', (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
    this.#list.addEventListener('click', ({ target }) => {
      if (target instanceof Element) this.#go(target.closest('[role=option]'));
    });
    this.#dialog.append(this.#input, this.#note, this.#list);
    document.body.append(this.#dialog);
  }

  open(): void {
    if (this.#dialog.open) return;
    this.#dialog.showModal();
    this.#input.select();
    void this.#search();
  }

  async #search(): Promise<void> {
    const asked = this.#input.value.trim();
    try {
      const index = await this.#index.read();
      // The query may have changed while the index was loading.
      if (asked === this.#input.value.trim()) this.#show(asked, index.search(asked));
    } catch {
      this.#note.textContent = 'The search could not be loaded.';
    }
  }

  #show(asked: string, found: SearchResult[]): void {
    const shown = found.slice(0, MOST_RESULTS);
    this.#current = 0;
    this.#list.replaceChildren(...shown.map((result, index) => optionOf(result, index)));
    this.#input.ariaExpanded = String(shown.length > 0);
    this.#note.textContent =
      asked === ''
        ? 'Type to search all pages.'
        : shown.length === 0
          ? `Nothing about “${asked}”.`
          : '';
    this.#mark();
  }

  #onKey(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const { children } = this.#list;
    if (step && children.length > 0) {
      event.preventDefault();
      this.#current = (this.#current + step + children.length) % children.length;
      this.#mark();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      this.#go(children[this.#current]);
    }
  }

  #go(option: Element | null | undefined): void {
    const address = option instanceof HTMLElement ? option.dataset['address'] : undefined;
    if (address === undefined) return;
    // The result may be on the current page, so that following it does not unload the dialog.
    this.#dialog.close();
    location.href = address;
  }

  #mark(): void {
    for (const [index, option] of [...this.#list.children].entries()) {
      option.ariaSelected = String(index === this.#current);
    }
    const option = this.#list.children[this.#current];
    this.#input.setAttribute('aria-activedescendant', option?.id ?? '');
    option?.scrollIntoView({ block: 'nearest' });
  }
}

function optionOf({ id, ...stored }: SearchResult, index: number): HTMLElement {
  const { page, title, excerpt } = stored as unknown as Section;
  const option = document.createElement('li');
  option.role = 'option';
  option.id = `search-result-${index}`;
  option.dataset['address'] = BASE + String(id);
  const name = document.createElement('strong');
  name.textContent = title;
  const where = document.createElement('span');
  where.textContent = title === page ? '' : page;
  const text = document.createElement('p');
  text.textContent = excerpt;
  option.append(name, where, text);
  return option;
}
