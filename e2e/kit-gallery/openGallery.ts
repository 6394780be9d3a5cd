import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';

import { launchBrowser } from '../launchBrowser.ts';
import { bundle } from './bundle.ts';

/** How the gallery is looked at. */
export interface GalleryView {
  section?: string;
  scheme?: 'light' | 'dark';
  direction?: 'ltr' | 'rtl';
  /** What the browser is set to, in per cent of the usual size. */
  textPercent?: number;
  motion?: 'reduce' | 'no-preference';
  viewport?: { width: number; height: number };
}

/** The gallery of the kit, served on loopback and looked at with Chromium. */
export interface Gallery {
  open(view?: GalleryView): Promise<Page>;
  /** Closes every page: one that is left open goes on moving. */
  closePages(): Promise<void>;
  close(): Promise<void>;
}

export async function startGallery(executablePath: string): Promise<Gallery> {
  const { text } = await bundle(`import './kit-gallery/page.jsx';`);
  const server = await serve(text);
  const browser = await launchBrowser(executablePath, ['--font-render-hinting=none']);
  const { port } = server.address() as AddressInfo;
  return {
    open: (view = {}) => openPage(browser, `http://127.0.0.1:${port}/`, view),
    async closePages() {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

async function openPage(browser: Browser, origin: string, view: GalleryView): Promise<Page> {
  const { section, scheme = 'light', direction = 'ltr', textPercent = 100 } = view;
  const options: BrowserContextOptions = {
    colorScheme: scheme,
    reducedMotion: view.motion ?? 'reduce',
    viewport: view.viewport ?? { width: 412, height: 915 },
  };
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const url = new URL(origin);
  if (section !== undefined) url.searchParams.set('section', section);
  url.searchParams.set('direction', direction);
  url.searchParams.set('text', String(textPercent));
  await page.goto(url.href);
  await page.getByText('Components', { exact: true }).waitFor();
  return page;
}

async function serve(script: string): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://127.0.0.1');
    if (pathname === '/gallery.js') {
      response.setHeader('content-type', 'text/javascript; charset=utf-8').end(script);
      return;
    }
    const isPage = pathname === '/';
    response
      .writeHead(isPage ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
      .end(isPage ? html(searchParams) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function html(query: URLSearchParams): string {
  const direction = query.get('direction') === 'rtl' ? 'rtl' : 'ltr';
  const percent = Number(query.get('text') ?? 100);
  return `<!doctype html>
<html lang="en" dir="${direction}" style="font-size: ${percent}%; height: 100%">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Components</title>
<body style="margin: 0; height: 100%; overflow: hidden">
<div id="root" style="display: flex; height: 100%"></div>
<script src="/gallery.js"></script>
</html>`;
}
