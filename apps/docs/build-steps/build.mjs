// Builds the documentation site: `node build-steps/build.mjs`.
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { build } from 'esbuild';

import { buildWhenChanged } from '../../../scripts/build/buildWhenChanged.mjs';
import { compressFiles } from '../../../scripts/build/compressFiles.mjs';
import { digestOfSources } from '../../../scripts/build/digestOfSources.mjs';
import { Links } from './Links.mjs';
import { errorSections, linkErrors } from './errorTable.mjs';
import { pageHtml } from './pageHtml.mjs';
import { readPages } from './pages.mjs';
import { renderMarkdown } from './renderMarkdown.mjs';
import { searchIndex } from './searchIndex.mjs';

const FOLDER = join(import.meta.dirname, '..');
const ROOT = join(FOLDER, '../..');
const CACHE = join(FOLDER, 'node_modules/.cache/docs');
/** The inputs other than the pages: styles and scripts, and the folders that pages link to. */
const SOURCES = [
  'build-steps',
  'public',
  'src',
  '../console/src/theme',
  '../../scripts/build',
  '../../docs',
  '../../deploy',
  '../../e2e/kit-gallery/references',
];
const BASE = '/docs/';
const SITE_TITLE = 'Mini-apps and push';

/** The output folder of the site. */
export const DOCS_FOLDER = join(FOLDER, 'dist/web');

/** Builds the site unless its sources are unchanged; resolves to whether it built. */
export function buildDocs() {
  return buildWhenChanged({
    folder: DOCS_FOLDER,
    cacheFolder: CACHE,
    digest: async () =>
      digestOfSources({
        folder: FOLDER,
        sources: SOURCES,
        settings: JSON.stringify(await readPages(ROOT)),
      }),
    build: async (path) => {
      await writeSite(path);
      await compressFiles(path);
    },
  });
}

async function writeSite(folder) {
  const pages = await readPages(ROOT);
  const links = new Links({ root: ROOT, base: BASE, sources: pages.map(({ source }) => source) });
  const rendered = pages.map((page) => {
    if (page.text === undefined) return page;
    const { html, headings, sections } = renderMarkdown(page.text, (href) =>
      links.resolve(page.source, href),
    );
    if (page.source !== 'docs/errors.md') return { ...page, headings, sections, main: html };
    return { ...page, headings, sections: errorSections(page.text), main: linkErrors(html) };
  });
  const write = async (path, content) => {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  };
  const assets = await writeAssets(write, rendered);
  const site = { menu: menuOf(rendered), assets, base: BASE };
  const order = rendered.filter(({ isInMenu }) => isInMenu);
  for (const page of rendered) {
    const isApi = page.source === 'api';
    const html = pageHtml({
      ...site,
      page: pageFor(page),
      main: isApi ? API_PLACE : withReference(page, rendered),
      headings: page.headings,
      scripts: isApi ? [assets.api] : [],
      next: order[order.indexOf(page) + 1],
    });
    await write(`${page.address}index.html`, html);
  }
  // A template: the server fills in the details of an error.
  const template = { title: '{title}', address: '', menuAddress: 'errors/' };
  await write('template.html', pageHtml({ ...site, page: template, main: '{main}' }));
  await write('icon.svg', await readFile(join(FOLDER, 'public/icon.svg')));
  for (const [path, file] of links.files) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(file, join(folder, path));
  }
}

const API_PLACE =
  '<h1>API</h1><div id="api"><p>Loading…</p><noscript>The description is at <a href="/docs/json">/docs/json</a>.</noscript></div>';

function pageFor(page) {
  if (page.address === '') return { ...page, title: SITE_TITLE, siteTitle: SITE_TITLE };
  // In the menu a reference page is marked as its package's page.
  return page.isInMenu ? page : { ...page, menuAddress: page.address.replace(/reference\/$/, '') };
}

/** Links a package's page to its API reference. */
function withReference({ main, address }, pages) {
  const reference = pages.find((each) => each.address === `${address}reference/`);
  if (!reference) return main;
  const link = `<p><a class="to-reference" href="${BASE}${reference.address}">All exports, with their types</a></p>`;
  return main.replace('</h1>', `</h1>${link}`);
}

function menuOf(pages) {
  const listed = pages.filter(({ isInMenu }) => isInMenu);
  const sections = new Set(listed.map(({ section }) => section));
  return [...sections].map((title) => ({
    title,
    pages: listed.filter(({ section }) => section === title),
  }));
}

/** Writes scripts, styles and the search index under names that contain their digests. */
async function writeAssets(write, pages) {
  const { outputFiles } = await build({
    absWorkingDir: FOLDER,
    entryPoints: {
      scheme: 'src/site/scheme.ts',
      site: 'src/site/index.ts',
      api: 'src/api/index.ts',
      style: 'src/style/index.css',
    },
    outdir: 'out',
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: ['chrome123', 'safari17.5', 'firefox120'],
    logLevel: 'warning',
  });
  const files = new Map([['search.json', Buffer.from(searchIndex(pages))]]);
  for (const { path, contents } of outputFiles) files.set(basename(path), Buffer.from(contents));
  const assets = {};
  for (const [file, content] of files) {
    const [name, ending] = file.split('.');
    const digest = createHash('sha384').update(content);
    const path = `assets/${name}.${digest.copy().digest('hex').slice(0, 10)}.${ending}`;
    await write(path, content);
    assets[name] = { address: BASE + path, integrity: `sha384-${digest.digest('base64')}` };
  }
  return assets;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const start = performance.now();
  const didBuild = await buildDocs();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(didBuild ? `dist/web was built in ${seconds} s` : 'It is up to date');
}
