import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { ERRORS } from '@host/contracts';
import { DOCS_FOLDER, buildDocs } from '@host/docs/build';
import { beforeAll, describe, expect, it } from 'vitest';

import { readDocuments } from '../scripts/build/documents.mjs';
import { listFiles } from '../scripts/build/listFiles.mjs';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

interface PackageJson {
  name: string;
  private?: boolean;
  publishConfig?: { exports?: Record<string, { types?: string }> };
}

/** What the server itself has below `/docs/`. */
const OF_THE_SERVER = new Set([
  '/docs/json',
  '/docs/yaml',
  ...Object.keys(ERRORS).map((code) => `/docs/errors/${code}`),
]);

describe('the built site of the docs', () => {
  let files: Set<string>;
  const pages = new Map<string, string>();
  beforeAll(async () => {
    await buildDocs();
    files = new Set(await listFiles(DOCS_FOLDER));
    for (const file of files) {
      if (!file.endsWith('index.html')) continue;
      const address = `/docs/${file.slice(0, -'index.html'.length)}`;
      pages.set(address, await readFile(join(DOCS_FOLDER, file), 'utf8'));
    }
  });

  /** The addresses that a page names, and where it names them. */
  const named = (html: string) =>
    [...html.matchAll(/ (?:href|src|data-search)="([^"]*)"/g)].map(([, address]) =>
      address!.replaceAll('&amp;', '&'),
    );
  const hasAnchor = (address: string, id: string) =>
    pages.get(address)?.includes(` id="${decodeURIComponent(id)}"`) ?? false;

  it('links to nothing that is not there, with every anchor', () => {
    const broken: string[] = [];
    for (const [place, html] of pages) {
      for (const link of named(html)) {
        if (/^(https?|mailto):/.test(link)) continue;
        const { pathname, hash } = new URL(link, `http://docs${place}`);
        const isPage = pages.has(pathname);
        const isFile = files.has(pathname.slice('/docs/'.length)) || OF_THE_SERVER.has(pathname);
        const isRight = isPage ? hash === '' || hasAnchor(pathname, hash.slice(1)) : isFile;
        if (!isRight) broken.push(`${place} → ${link}`);
      }
    }
    expect(broken).toEqual([]);
    expect(pages.size).toBeGreaterThan(40);
  });

  it('loads nothing from elsewhere, and has no script or style in its pages', () => {
    for (const [place, html] of pages) {
      expect(html, place).not.toMatch(/<style|<script(?![^>]* src="\/docs\/)| style="| on\w+="/);
      expect(html, place).not.toMatch(/<(?:img|link|script)[^>]* (?:src|href)="(?!\/docs\/)/);
      for (const [script] of html.matchAll(/<script[^>]*>/g)) {
        expect(script, place).toMatch(/ integrity="sha384-[^"]+" crossorigin="anonymous"/);
      }
    }
  });

  it('finds every page, without a network: what is searched is one file of the site', async () => {
    const [, address = ''] = / data-search="\/docs\/([^"]*)"/.exec(pages.get('/docs/')!) ?? [];
    const { documentIds } = JSON.parse(await readFile(join(DOCS_FOLDER, address), 'utf8')) as {
      documentIds: Record<string, string>;
    };
    const found = Object.values(documentIds).map((id) => `/docs/${id.replace(/#.*/, '')}`);
    expect([...new Set(found)].toSorted()).toEqual([...pages.keys()].toSorted());
  });

  it('has the types of every entry point of a package in its reference', async () => {
    const folders = await readdir(join(ROOT, 'packages'));
    const entries = await Promise.all(
      folders.map(async (folder) => {
        const text = await readFile(join(ROOT, 'packages', folder, 'package.json'), 'utf8');
        const { name, private: isPrivate, publishConfig } = JSON.parse(text) as PackageJson;
        const typed = Object.entries(publishConfig?.exports ?? {}).filter(
          // Files that are alike, as the languages of texts, are told in the README; Expo's plugin is the package itself.
          ([path, { types }]) => types && !path.includes('*') && path !== './app.plugin.js',
        );
        return isPrivate ? [] : typed.map(([path]) => [folder, join(name, path)] as const);
      }),
    );
    expect(entries.flat().length).toBeGreaterThan(25);
    for (const [folder, specifier] of entries.flat()) {
      const page = await readFile(join(ROOT, 'docs/reference', `${folder}.md`), 'utf8');
      expect(page.split('\n')).toContain(`## ${specifier}`);
    }
  });

  it('has every page once in its menu, with the reference of every package that exports something', async () => {
    const start = pages.get('/docs/')!;
    const menu = named(/<nav class="menu".*?<\/nav>/s.exec(start)![0]);
    expect(new Set(menu).size).toBe(menu.length);
    const hidden = [...pages.keys()].filter((address) => !menu.includes(address));
    const references = (await readDocuments())
      .map(({ path }) => /^docs\/reference\/(.*)\.md$/.exec(path)?.[1])
      .filter((name) => name !== undefined);
    expect(references.length).toBeGreaterThan(8);
    expect(hidden.toSorted()).toEqual(
      references.map((name) => `/docs/packages/${name}/reference/`).toSorted(),
    );
    for (const name of references) {
      expect(named(pages.get(`/docs/packages/${name}/`)!)).toContain(
        `/docs/packages/${name}/reference/`,
      );
    }
  });
});
