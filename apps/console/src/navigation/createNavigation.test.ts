import { beforeEach, describe, expect, it, vi } from 'vitest';

import { type HistoryWindow, createNavigation } from './createNavigation.ts';

class FakeWindow implements HistoryWindow {
  location = { pathname: '/console/', search: '' };
  entries = 1;
  scrolled = 0;
  #onPopState = () => {};
  history = {
    pushState: (_data: null, _unused: string, url: string) => {
      this.entries += 1;
      this.#show(url);
    },
    replaceState: (_data: null, _unused: string, url: string) => this.#show(url),
  };
  addEventListener(_type: 'popstate', listener: () => void): void {
    this.#onPopState = listener;
  }
  scrollTo(): void {
    this.scrolled += 1;
  }
  backTo(url: string): void {
    this.#show(url);
    this.#onPopState();
  }
  #show(url: string): void {
    const { pathname, search } = new URL(url, 'http://localhost');
    this.location = { pathname, search };
  }
}

describe('the navigation', () => {
  let page: FakeWindow;
  beforeEach(() => {
    page = new FakeWindow();
  });

  it('tells of every place that somebody goes to, and of going back', () => {
    const { place, go } = createNavigation(page);
    const told = vi.fn<() => void>();
    place.subscribe(told);
    go('/console/audit?actor=root');
    expect(place.get()).toEqual({
      path: '/console/audit',
      match: { name: 'audit', params: {} },
      search: { actor: 'root' },
    });
    page.backTo('/console/');
    expect(place.get().match?.name).toBe('overview');
    expect(told).toHaveBeenCalledTimes(2);
  });

  it('keeps filters in the address without a step in the history for each', () => {
    const { place, go, setSearch } = createNavigation(page);
    go('/console/mini-apps?q=a');
    const { entries } = page;
    setSearch({ q: 'ab', state: 'paused' });
    setSearch({ q: undefined });
    expect(place.get().search).toEqual({ state: 'paused' });
    expect(page.entries).toBe(entries);
  });

  it('starts a new screen at its top, and stays where it is while filtering', () => {
    const { go, setSearch } = createNavigation(page);
    go('/console/mini-apps');
    setSearch({ q: 'x' });
    expect(page.scrolled).toBe(1);
  });
});
