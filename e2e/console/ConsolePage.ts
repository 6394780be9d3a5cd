import type { BrowserContext, Locator, Page } from 'playwright-core';

import { axeViolations } from '../axeViolations.ts';

/** A page object for the console, in terms of what its users do. */
export class ConsolePage {
  readonly page: Page;
  readonly #baseUrl: string;
  /** What the page's policy blocked, and what its scripts threw. */
  readonly problems: string[] = [];

  constructor(page: Page, baseUrl: string) {
    this.page = page;
    this.#baseUrl = baseUrl;
    page.on('pageerror', (error) => this.problems.push(error.message));
    page.on('console', (message) => {
      if (/Content.Security.Policy|Refused to/i.test(message.text())) {
        this.problems.push(message.text());
      }
    });
  }

  static async open(context: BrowserContext, baseUrl: string, path = '/'): Promise<ConsolePage> {
    const opened = new ConsolePage(await context.newPage(), baseUrl);
    await opened.goTo(path);
    return opened;
  }

  /** Opens the console signed in. */
  static async signedIn(
    context: BrowserContext,
    baseUrl: string,
    { token, path = '/' }: { token: string; path?: string },
  ): Promise<ConsolePage> {
    const opened = await ConsolePage.open(context, baseUrl, path);
    await opened.signIn(token);
    return opened;
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.#baseUrl}/console${path}`);
  }

  /** The path and the search below the console, as the address bar shows it. */
  path(): string {
    return this.page.url().slice(`${this.#baseUrl}/console`.length);
  }

  async signIn(token: string): Promise<void> {
    await this.page.getByLabel('Token').fill(token);
    await this.button('Sign in').click();
    await this.page.locator('#main').waitFor();
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { name, exact: typeof name === 'string' });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  link(name: string | RegExp): Locator {
    return this.page.getByRole('link', { name, exact: typeof name === 'string' });
  }

  /** The row of a table that has a text. */
  row(text: string): Locator {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }

  /** The toast with a text. */
  said(text: string | RegExp): Locator {
    return this.page.getByRole('status').getByText(text);
  }

  violations(): Promise<string[]> {
    // Part of WCAG 2.2 AA, but disabled in axe by default.
    return axeViolations(this.page, ['target-size']);
  }
}
