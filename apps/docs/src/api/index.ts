import { element } from './element.ts';
import type { OpenApi } from './OpenApi.types.ts';
import { operationsOf } from './Operation.ts';
import { operationView } from './operationView.ts';
import { prose } from './prose.ts';

const DOCUMENT = '/docs/json';

/** Shows the OpenAPI document of this server. */
async function showApi(place: HTMLElement): Promise<void> {
  const response = await fetch(DOCUMENT);
  if (!response.ok) throw new Error(`${DOCUMENT} answered ${response.status}`);
  const description = (await response.json()) as OpenApi;
  const operations = operationsOf(description);
  const token = element('input', { id: 'api-token', type: 'password', autocomplete: 'off' });
  const filter = element('input', { id: 'api-filter', type: 'search', autocomplete: 'off' });
  const none = element('p', { role: 'status' });
  const sections = (description.tags ?? []).map((tag) => {
    const views = operations
      .filter((operation) => operation.tag === tag.name)
      .map((operation) => ({
        view: operationView(description, operation, () => token.value.trim()),
        text: `${operation.method} ${operation.path} ${operation.summary} ${tag.name}`.toLowerCase(),
      }));
    const section = element(
      'section',
      {},
      element('h2', { id: `tag-${tag.name.replaceAll(' ', '-')}` }, tag.name),
      element('p', {}, tag.description),
      ...views.map(({ view }) => view),
    );
    return { section, views };
  });

  const keep = () => {
    const words = filter.value.toLowerCase().split(/\s+/);
    let count = 0;
    for (const { section, views } of sections) {
      const shown = views.filter(({ text }) => words.every((word) => text.includes(word)));
      for (const { view, text } of views) view.hidden = !words.every((word) => text.includes(word));
      section.hidden = shown.length === 0;
      count += shown.length;
    }
    none.textContent = count === 0 ? `No call has “${filter.value}” in it.` : '';
  };
  filter.addEventListener('input', keep);

  place.replaceChildren(
    ...prose(description.info.description ?? ''),
    element(
      'p',
      {},
      'The same for programs: ',
      element('a', { href: DOCUMENT }, 'OpenAPI 3.1 as JSON'),
      ', ',
      element('a', { href: '/docs/yaml' }, 'as YAML'),
      '.',
    ),
    element(
      'div',
      { class: 'api-tools' },
      element('p', {}, element('label', { for: 'api-filter' }, 'Find a call'), filter),
      element(
        'p',
        {},
        element('label', { for: 'api-token' }, 'Token for “Try it”, until the page is left'),
        token,
      ),
    ),
    none,
    ...sections.map(({ section }) => section),
  );
  openNamed();
  addEventListener('hashchange', openNamed);
}

/** Opens the operation that the URL fragment names. */
function openNamed(): void {
  const named = document.getElementById(nameIn(location.hash));
  if (!(named instanceof HTMLDetailsElement)) return;
  named.open = true;
  named.scrollIntoView();
}

function nameIn(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    // The URL was cut in the middle of a percent-encoded character.
    return '';
  }
}

const place = document.getElementById('api');
if (place) {
  showApi(place).catch((error: unknown) => {
    place.replaceChildren(
      element('p', { role: 'alert' }, `The description could not be loaded: ${String(error)}.`),
    );
  });
}
