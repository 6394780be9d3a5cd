import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { OF_TEMPLATES, readDocuments } from '../../../scripts/build/documents.mjs';

/** The site's pages in the order of its menu, as paths of Markdown files; with a label if the title is too long. */
const SECTIONS = [
  {
    title: 'Guides',
    pages: [
      ['README.md', 'Start'],
      ['docs/mini-app.md'],
      ['docs/embed.md'],
      ['docs/send-pushes.md'],
      ['docs/push.md', 'Push in an app'],
      ['docs/libraries-and-assets.md', 'Files and libraries'],
      ['docs/packages.md', 'Install and publish'],
    ],
  },
  {
    title: 'Operate',
    pages: [
      ['docs/operating.md', 'From one process to a fleet'],
      ['docs/scaling.md'],
      ['docs/console.md', 'Console'],
      ['docs/people.md', 'People'],
      ['docs/push-services.md', 'Push services'],
      ['docs/secrets.md', 'Secrets'],
      ['docs/quotas.md', 'Quotas'],
    ],
  },
  {
    title: 'Security',
    pages: [
      ['docs/security.md', 'Mini-apps and hosts'],
      ['docs/threat-model.md', 'Threat model'],
      ['SECURITY.md', 'Reporting'],
    ],
  },
  {
    title: 'Reference',
    pages: [
      ['api', 'API'],
      ['docs/errors.md', 'Errors'],
      ['docs/limits.md', 'Limits'],
      ['docs/libraries.md', 'Libraries'],
      ['docs/native-modules.md', 'Native modules'],
      ['docs/push-protocol.md', 'Push protocol'],
      ['docs/data.md', 'Data'],
    ],
  },
  {
    title: 'Packages',
    pages: [
      ['packages/miniapp-sdk/README.md'],
      ['packages/kit/README.md'],
      ['packages/push/README.md'],
      ['packages/host-runtime/README.md'],
      ['packages/native-project/README.md'],
      ['packages/cli/README.md'],
      ['packages/bundler/README.md'],
      ['packages/headless-host/README.md'],
      ['packages/api-client/README.md'],
      ['packages/contracts/README.md'],
      ['packages/create-miniapp/README.md'],
      ['packages/create-host/README.md'],
    ],
  },
  {
    title: 'Project',
    pages: [
      ['ARCHITECTURE.md', 'Architecture'],
      ['CONTRIBUTING.md', 'Contributing'],
      ['docs/interface.md', 'What is promised'],
      ['apps/host/README.md', 'The reference host'],
      ['apps/console/README.md', 'The console'],
      ['apps/docs/README.md', 'This site'],
      ['bench/report.md', 'Measurements'],
    ],
  },
];

/** Pages for those who work on the platform: only their titles are indexed, since their text would mostly add noise. */
const NOT_SEARCHED = new Set(['docs/interface.md', 'bench/report.md']);

/**
 * The pages of the site in the order of the menu: `source` is the path of the Markdown file in the repository, `address`
 * the path below `/docs/`. The reference of a package follows its README and is not in the menu.
 */
export async function readPages(root) {
  const texts = new Map((await readDocuments()).map(({ path, text }) => [path, text]));
  texts.set('bench/report.md', await readFile(join(root, 'bench/report.md'), 'utf8'));
  const listed = SECTIONS.flatMap(({ title: section, pages }) =>
    pages.flatMap(([source, label]) =>
      source === 'api' ? [apiPage(section, label)] : pagesOf(source, section, label, texts),
    ),
  );
  const known = new Set(listed.map(({ source }) => source));
  const forgotten = [...texts.keys()].filter(
    (path) => !known.has(path) && !OF_TEMPLATES.includes(path),
  );
  if (forgotten.length > 0) {
    throw new Error(`The site's menu in build-steps/pages.mjs lacks ${forgotten.join(', ')}.`);
  }
  return listed;
}

function apiPage(section, label) {
  return { section, label, source: 'api', address: 'api/', title: 'API', isInMenu: true };
}

function pagesOf(source, section, label, texts) {
  const text = texts.get(source);
  if (text === undefined) throw new Error(`The site's menu names ${source}, which is not there.`);
  const title = titleOf(text);
  const page = {
    section,
    label: label ?? title,
    source,
    address: addressOf(source),
    title,
    text,
    isInMenu: true,
    isSearched: !NOT_SEARCHED.has(source),
  };
  const reference = referenceOf(source);
  const referenceText = reference && texts.get(reference);
  if (!referenceText) return [page];
  return [
    page,
    {
      ...page,
      source: reference,
      address: addressOf(reference),
      title: titleOf(referenceText),
      text: referenceText,
      isInMenu: false,
    },
  ];
}

/** The path of a package's generated reference, from that of its README. */
function referenceOf(source) {
  const [, name] = /^packages\/([^/]+)\/README\.md$/.exec(source) ?? [];
  return name && `docs/reference/${name}.md`;
}

/** `docs/embed.md` is at `embed/`, `packages/kit/README.md` at `packages/kit/`, `SECURITY.md` at `project/security/`. */
export function addressOf(source) {
  return source
    .replace(/^(?=[A-Z]+\.md$)(?!README)/, 'project/')
    .replace(/^docs\/reference\/(.*)\.md$/, 'packages/$1/reference/')
    .replace(/(^|\/)README\.md$/, '$1')
    .replace(/^docs\//, '')
    .replace(/\.md$/, '/')
    .toLowerCase();
}

function titleOf(markdown) {
  const [, title] = /^# (.+)$/m.exec(markdown) ?? [];
  return title.replaceAll('`', '');
}
