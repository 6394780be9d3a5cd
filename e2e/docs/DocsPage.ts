import type { BrowserContext, Locator, Page } from 'playwright-core';

import { axeViolations } from '../axeViolations.ts';

/** A page object for the documentation site. */
export class DocsPage {
  readonly page: Page;
  readonly #baseUrl: string;
  /** CSP violations, uncaught errors, and failed requests. */
  readonly problems: string[] = [];

  constructor(page: Page, baseUrl: string) {
    this.page = page;
    this.#baseUrl = baseUrl;
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') this.problems.push(message.text());
    });
    page.on('response', (response) => {
      if (response.status() >= 400) this.problems.push(`${response.status()} ${response.url()}`);
    });
  }

  static async open(context: BrowserContext, baseUrl: string, path = '/'): Promise<DocsPage> {
    const opened = new DocsPage(await context.newPage(), baseUrl);
    await opened.goTo(path);
    return opened;
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.#baseUrl}/docs${path}`);
  }

  /** The path and the fragment below the docs, as the address bar shows them. */
  path(): string {
    return this.page.url().slice(`${this.#baseUrl}/docs`.length);
  }

  heading(name: string | RegExp, level?: number): Locator {
    const options = level === undefined ? {} : { level };
    return this.page.getByRole('heading', { name, exact: typeof name === 'string', ...options });
  }

  violations(): Promise<string[]> {
    return axeViolations(this.page);
  }

  /** How many pixels the page is wider than its window. */
  tooWide(): Promise<number> {
    return this.page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
  }
}
