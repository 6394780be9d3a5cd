import type { BrowserContext, FrameLocator, Locator, Page } from 'playwright-core';

/** A page object for the host, in terms of what its users do. */
export class HostPage {
  readonly page: Page;
  readonly #baseUrl: string;

  constructor(page: Page, baseUrl: string) {
    this.page = page;
    this.#baseUrl = baseUrl;
  }

  static async open(context: BrowserContext, baseUrl: string, path = ''): Promise<HostPage> {
    const host = new HostPage(await context.newPage(), baseUrl);
    await host.goTo(path);
    return host;
  }

  async goTo(path: string): Promise<void> {
    await this.page.goto(`${this.#baseUrl}/app/${path}`);
  }

  /** The path below the host, as the address bar shows it. */
  path(): string {
    return this.page.url().slice(`${this.#baseUrl}/app/`.length);
  }

  /** The mini-app that is open, where it runs in the host's own page. */
  get miniApp(): Locator {
    return this.page.getByRole('main');
  }

  /** The mini-app that is open, where it runs in a frame. */
  get framedMiniApp(): FrameLocator {
    return this.page.frameLocator('iframe:not([hidden])');
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { name });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: typeof name === 'string' });
  }

  /** Presses the browser's Back without waiting: the host may respond with another history entry. */
  async back(): Promise<void> {
    await this.page.evaluate('history.back()');
  }

  /** The bell with the number of notifications that are not read, on a phone. */
  bell(unread: number): Locator {
    return this.button(unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`);
  }

  /** The foreground notification. */
  get banner(): Locator {
    return this.page.getByRole('status', { name: 'New notification' });
  }

  /** Signs in from the screen that is shown, with an account that `signUp` made. */
  async signIn(email: string): Promise<void> {
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await this.button('Sign in').click();
  }

  /** Makes an account from the screen that is shown. */
  async signUp(
    name: string,
    email = `${name.toLowerCase()}-${Date.now()}@example.com`,
  ): Promise<void> {
    await this.page.getByLabel('Name', { exact: true }).fill(name);
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill('correct horse battery');
    await this.button('Create account').click();
  }

  /** Opens a path without a network. */
  async goToOffline(path: string): Promise<void> {
    const context = this.page.context();
    await context.setOffline(true);
    await this.goTo(path);
    // Some browser versions report online on pages that were opened after going offline.
    if (!(await this.page.evaluate<boolean>('navigator.onLine'))) return;
    await context.setOffline(false);
    await context.setOffline(true);
  }

  /** Waits until the service worker has everything that it needs offline. */
  async untilOfflineReady(): Promise<void> {
    await this.page.evaluate(`(async () => {
      await navigator.serviceWorker.ready;
      if (navigator.serviceWorker.controller) return;
      await new Promise((resolve) => {
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true });
      });
    })()`);
  }
}

/** Waits until something is shown, and fails when it is not. */
export function expectShown(locator: Locator): Promise<void> {
  return locator.waitFor();
}
