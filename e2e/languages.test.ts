import { readFile, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import type { MessageArea } from '@host/contracts/messages';
import { beforeAll, describe, expect, it } from 'vitest';

import { hardCodedTexts } from './languages/hardCodedTexts.ts';
import { messageArgs, pluralForms } from './languages/messageArgs.ts';
import { parseTree, sourcesIn, treeOf } from './languages/sourceTree.ts';
import { type NamedKeys, collectKeys } from './languages/usedKeys.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
/** Who speaks to people. */
const SPEAKERS = [
  'apps/host/src',
  'packages/kit/src',
  'packages/push/src',
  'packages/host-runtime/src',
  'packages/create-host/template/src',
  'server/src/people/texts',
];
const LANGUAGES = ['de', 'es', 'ar', 'zh'];
/**
 * Sentences for whoever writes mini-apps and reads reports: none of them is drawn, a failure is said by its code. And the
 * name that a new host is given in place of the template's.
 */
const FOR_DEVELOPERS = [
  'packages/create-host/template/src/Catalog.tsx: Sample',
  'packages/host-runtime/src/core/Runtime.ts: Asking for',
  'packages/host-runtime/src/core/Runtime.ts: The index of files',
  'packages/host-runtime/src/core/Runtime.ts: A report',
  'packages/host-runtime/src/createHost.ts: The catalog',
  'packages/host-runtime/src/device/completeAbortSignals.ts: It was given up.',
  'packages/host-runtime/src/device/completeAbortSignals.ts: It took too long.',
  'packages/host-runtime/src/frame/messages.ts: The host could not do this now.',
  'packages/host-runtime/src/frame/relay.ts: It sent something else than a text.',
  'packages/host-runtime/src/frame/relay.ts: It sent a message that is too long.',
  'packages/host-runtime/src/frame/relay.ts: It sent too many messages.',
  'packages/host-runtime/src/frame/relay.ts: It sent too much.',
  'packages/host-runtime/src/frame/servePort.ts: Too many calls wait.',
  'packages/host-runtime/src/web/connectFrame.ts: It took the focus while it was not shown.',
  'packages/host-runtime/src/web/connectFrame.ts: It wrote to the window of the host.',
  'packages/push/src/core/schedule/readOptions.ts: a text',
  'packages/push/src/core/schedule/readOptions.ts: a text',
];
/** A million in Spanish has a form of its own, which no text here needs. */
const NOT_NEEDED: Record<string, string[]> = { es: ['many'] };
/** The page of the host says these before anything is there that looks up texts by their keys. */
const SAID_EARLY = new Set(['needsScript', 'tryAgain']);
/** The same in every language. */
const BRAND = 'Harbour';

type Texts = Readonly<Record<string, string>>;
const areas = new Map<string, { folder: string; texts: Texts }>();
const translations = new Map<string, Record<string, Texts>>();

beforeAll(async () => {
  for (const folder of SPEAKERS) {
    for (const file of await sourcesIn(join(ROOT, folder))) {
      if (!(await readFile(file, 'utf8')).includes('= defineMessages(')) continue;
      for (const area of Object.values(await load<MessageArea>(file))) {
        areas.set(area.name, { folder, texts: area.texts });
      }
    }
    for (const file of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!/(?:^|\/)languages\/[a-z]+\.ts$/.test(file)) continue;
      const language = basename(file, '.ts');
      const { translation } = await load<Record<string, Texts>>(join(ROOT, folder, file));
      translations.set(language, { ...translations.get(language), ...translation });
    }
  }
});

it('the server writes to people in one place, in the words of the catalog', async () => {
  const sending: string[] = [];
  for (const file of await sourcesIn(join(ROOT, 'server/src'))) {
    const text = await readFile(file, 'utf8');
    if (!/\bmailer\??\.send\(/.test(text)) continue;
    expect(text, file).toContain('...composeMail(');
    sending.push(relative(ROOT, file));
  }
  expect(sending).toEqual(['server/src/people/account-mail/createAccountMails.ts']);
});

describe('the catalog', () => {
  it('has every language, and every area of who speaks to people', () => {
    expect([...translations.keys()].toSorted()).toEqual(LANGUAGES.toSorted());
    expect([...areas.keys()]).toEqual(
      expect.arrayContaining([
        'home',
        'accounts',
        'kit',
        'notifications',
        'runtime',
        'mail',
        'person',
      ]),
    );
  });

  it.each(LANGUAGES)('says everything in %s, and nothing that nobody says', (language) => {
    expect(keysOf(translations.get(language)!)).toEqual(
      keysOf(Object.fromEntries([...areas].map(([name, { texts }]) => [name, texts]))),
    );
  });

  it.each(LANGUAGES)('fills in the same in %s as in English', (language) => {
    for (const [name, { texts }] of areas) {
      for (const [key, english] of Object.entries(texts)) {
        const own = translations.get(language)![name]![key]!;
        const where = `${name}.${key}: `;
        expect(where + messageArgs(own)).toBe(where + messageArgs(english));
      }
    }
  });

  it.each(['en', ...LANGUAGES])('has every form of the plural that %s needs', (language) => {
    const needed = new Intl.PluralRules(language)
      .resolvedOptions()
      .pluralCategories.filter((form) => !NOT_NEEDED[language]?.includes(form))
      .toSorted();
    let count = 0;
    for (const [name, { texts }] of areas) {
      const own = language === 'en' ? texts : translations.get(language)![name]!;
      for (const [key, text] of Object.entries(own)) {
        for (const forms of pluralForms(text)) {
          expect([`${name}.${key}`, ...forms.toSorted()]).toEqual([`${name}.${key}`, ...needed]);
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(0);
  });

  it.each(SPEAKERS)('has no text that nobody says in %s', async (folder) => {
    const named: NamedKeys = { words: new Set(), patterns: [] };
    for (const file of await sourcesIn(join(ROOT, folder))) collectKeys(await treeOf(file), named);
    const isNamed = (key: string) =>
      named.words.has(key) || named.patterns.some((pattern) => pattern.test(key));
    const own = [...areas.values()].filter((area) => area.folder === folder);
    expect(own.length).toBeGreaterThan(0);
    // The list of notifications says all that it has.
    const left = own.filter(({ texts }) => !('emptyMessage' in texts));
    const unused = left.flatMap(({ texts }) => Object.keys(texts).filter((key) => !isNamed(key)));
    expect(unused.filter((key) => !SAID_EARLY.has(key))).toEqual([]);
  });
});

describe('the page of the host', () => {
  const textsOf = (area: string, key: string) =>
    Object.fromEntries(
      ['en', ...LANGUAGES].map((language) => {
        const own = language === 'en' ? areas.get(area)?.texts : translations.get(language)?.[area];
        return [language, own?.[key]];
      }),
    );

  it('says without its script, in every language, that it needs one, and nothing else', async () => {
    const page = await readFile(join(ROOT, 'apps/host/public/index.html'), 'utf8');
    const [noscript = ''] = /<noscript>.*<\/noscript>/s.exec(page) ?? [];
    const said = [...noscript.matchAll(/<p lang="(\w+)"( dir="rtl")?>([^<]*)<\/p>/g)];
    expect(Object.fromEntries(said.map(([, language, , text]) => [language, text]))).toEqual(
      textsOf('start', 'needsScript'),
    );
    expect(said.filter(([, , isMirrored]) => isMirrored).map(([, language]) => language)).toEqual([
      'ar',
    ]);
    const left = page
      .replace(noscript, '')
      .replaceAll(/<!--.*?-->|<style.*?<\/style>|<[^>]*>/gs, ' ');
    expect(new Set(left.split(/\s+/).filter(Boolean))).toEqual(new Set([BRAND]));
  });

  it('describes the app to whoever installs it in every language', async () => {
    const file = join(ROOT, 'apps/host/public/manifest.webmanifest');
    const {
      lang,
      description,
      description_localized: localized,
    } = JSON.parse(await readFile(file, 'utf8')) as {
      lang: string;
      description: string;
      description_localized: Record<string, string>;
    };
    expect({ [lang]: description, ...localized }).toEqual(textsOf('home', 'tagline'));
  });
});

describe('a text for people', () => {
  it.each(SPEAKERS)('stands in the catalog, and not where it is drawn in %s', async (folder) => {
    const found: string[] = [];
    for (const file of await sourcesIn(join(ROOT, folder))) {
      // What the gallery shows are examples for who builds with the kit.
      if (/\/(?:messages|gallery|development)\/|Messages\.ts$/.test(file)) continue;
      const texts = hardCodedTexts(await treeOf(file));
      found.push(...texts.map((text) => `${file.slice(ROOT.length)}:${text}`));
    }
    const unlined = found.map((text) => text.replace(/:\d+: /, ': '));
    // Those that are not there any more are to be taken out of the list.
    expect(unlined).toEqual(FOR_DEVELOPERS.filter((text) => text.startsWith(`${folder}/`)));
  });

  it.each([
    ['between tags', '<Text>Nothing here</Text>'],
    ['in what is shown', '<Button title="Save" onPress={save} />'],
    ['in what is read aloud', '<View aria-label={`Menu of ${name}`} />'],
    ['in a choice', "<Button title={isNew ? 'Create' : t('save')} />"],
    ['in a value between tags', "<Text>{isNew ? 'New' : t('old')}</Text>"],
    ['in a value that is there at times', "<Text>{count > 0 && 'Unread'}</Text>"],
    ['in a field', "tabs.push({ title: 'Offers', icon: 'tag' });"],
    [
      'in what stands in for a text',
      "const Row = ({ label = 'Loading' }) => <View aria-label={label} />;",
    ],
    ['in place of what is not known', "create({ id, name: name ?? 'Notifications' });"],
    ['in a value whose type is said', "const look = { title: 'Offers' as string };"],
    ['in an element', "element.textContent = 'Loading';"],
    ['in an attribute that is set', "frame.setAttribute('aria-label', 'Offers');"],
    ['in a sentence', "toast.show('It was deleted');"],
  ])('is found %s', (_, source) => {
    expect(hardCodedTexts(parseTree(source, true))).toHaveLength(1);
  });

  it.each([
    '<Button title={t(\'save\')} icon="trash" />',
    "<Text>{t('a', { name })} · {count}</Text>",
    '<View>{rows.map((row) => <Row key={`row-${row.id}`} kind="wide" />)}</View>',
    "send({ method: 'POST', body: { grant: 'always' } });",
    "frame.setAttribute('sandbox', 'allow-scripts');",
    "throw new Error('There is no provider above.');",
    "import { Text } from 'Some Package';",
    "<Input label={t(isNew ? 'newPassword' : 'password')} autoComplete=\"name\" />",
  ])('is not found in %s', (source) => {
    expect(hardCodedTexts(parseTree(source, true))).toEqual([]);
  });
});

function load<Export>(file: string): Promise<Record<string, Export>> {
  return import(/* @vite-ignore */ pathToFileURL(file).href) as Promise<Record<string, Export>>;
}

function keysOf(catalog: Record<string, Texts>): string[] {
  return Object.entries(catalog)
    .flatMap(([name, texts]) => Object.keys(texts).map((key) => `${name}.${key}`))
    .toSorted();
}
