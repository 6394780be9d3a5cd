import { execFile } from 'node:child_process';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { parse } from '@babel/parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { ownFile } from '../../ownFile.ts';
import { hermesBinary, whyNoHermes } from './hermesBinary.ts';

/** What a host or a mini-app loads on a phone. */
const FOLDERS = [
  'packages/api-client/src',
  'packages/contracts/src',
  'packages/host-runtime/src',
  'packages/kit/src',
  'packages/miniapp-sdk/src',
  'packages/push/src',
  'apps/host/src',
];
/** Their users are the server and the command line alone, which the last test holds. */
const NOT_ON_DEVICES = { 'packages/contracts/src/mini-apps/nameProblem.ts': 'nameProblem' };
/** Pages, their frames and their workers. */
const IN_BROWSERS = /\.web\.tsx?$|\/(?:web|frame|worker|service-worker|early|testing)\//;
/** What neither React Native nor Hermes has, in the versions that hosts are made with. */
const MISSING =
  /\b(?:URL\.(?:canParse|parse)|crypto\.randomUUID|structuredClone|Array\.fromAsync|Intl\.(?:Segmenter|ListFormat|DisplayNames|DurationFormat)|(?:Object|Map)\.groupBy|Promise\.(?:withResolvers|try)|RegExp\.escape|TextDecoderStream|BroadcastChannel)\b\s*\(/;

interface Source {
  file: string;
  text: string;
}
interface Expression {
  at: string;
  pattern: string;
  flags: string;
}

const HERE = whyNoHermes() === undefined ? ['Hermes'] : [];
let sources: Source[] = [];
let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'device-code-'));
  sources = await readSources();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('code that phones load', () => {
  it.each(HERE)('has no regular expression that %s cannot read', async () => {
    const all = sources.filter(({ file }) => !(file in NOT_ON_DEVICES)).flatMap(expressionsIn);
    expect(all.length).toBeGreaterThan(100);
    expect(await refused(all)).toEqual([]);
  });

  it.each(HERE)('would be noticed where %s cannot read it', async () => {
    const text = String.raw`a(/\p{L}/u); b(/(?<year>\d+)/); c(/a/v); d(/fine/u); new RegExp(String.raw${'`[\\p{C}]`'}, 'u')`;
    const found = await refused(expressionsIn({ file: 'a.ts', text }));
    expect(found.map((at) => at.split(' ')[1])).toEqual([
      String.raw`/\p{L}/u`,
      String.raw`/(?<year>\d+)/`,
      '/a/v',
      String.raw`/[\p{C}]/u`,
    ]);
  });

  it('calls nothing that React Native does not have', () => {
    expect(missingIn({ file: 'a.ts', text: 'if (URL.canParse(text)) go();' })).toHaveLength(1);
    expect(sources.filter(({ file }) => !IN_BROWSERS.test(file)).flatMap(missingIn)).toEqual([]);
  });

  it.each(Object.entries(NOT_ON_DEVICES))('does not use %s', (own, name) => {
    const users = sources
      .filter(({ file, text }) => file !== own && new RegExp(`\\b${name}\\(`).test(text))
      .map(({ file }) => file);
    expect(users).toEqual([]);
  });
});

async function readSources(): Promise<Source[]> {
  const found: Source[] = [];
  for (const part of FOLDERS) {
    const root = ownFile(`../../${part}`);
    for (const file of await readdir(root, { recursive: true })) {
      if (!/(?<!\.test|\.d)\.tsx?$/.test(file)) continue;
      found.push({ file: `${part}/${file}`, text: await readFile(join(root, file), 'utf8') });
    }
  }
  return found;
}

/** Literals, and texts of which expressions with properties are made. */
function expressionsIn({ file, text }: Source): Expression[] {
  const { tokens = [] } = parse(text, {
    sourceType: 'module',
    plugins: ['typescript', ...(file.endsWith('x') ? (['jsx'] as const) : [])],
    tokens: true,
  });
  return (tokens as Token[]).flatMap(({ type, value, start, end, loc }) => {
    const at = `${file}:${loc.start.line}`;
    if (type.label === 'regexp')
      return [{ at, ...(value as Pick<Expression, 'pattern' | 'flags'>) }];
    const pattern = text.slice(start, end).replaceAll(/^[`'"}]|(?:[`'"]|\$\{)$/g, '');
    return /string|template/.test(type.label) && /\\p\{/i.test(pattern)
      ? [{ at, pattern, flags: 'u' }]
      : [];
  });
}

interface Token {
  type: { label: string };
  value: unknown;
  start: number;
  end: number;
  loc: { start: { line: number } };
}

/** Those that the Hermes of here cannot read: the oldest that a host may have, and so the strictest. */
async function refused(expressions: Expression[]): Promise<string[]> {
  const script = join(folder, 'expressions.js');
  await writeFile(
    script,
    `${JSON.stringify(expressions)}.forEach(function (one) {
      try { new RegExp(one.pattern, one.flags); }
      catch (error) { print(one.at + ' /' + one.pattern + '/' + one.flags + ' ' + error.message); }
    });`,
  );
  const { stdout } = await promisify(execFile)(hermesBinary('hermes'), [script]);
  return stdout.split('\n').filter(Boolean);
}

function missingIn({ file, text }: Source): string[] {
  return text.split('\n').flatMap((line, index) => {
    const code = line.replace(/^\s*(?:\/?\*|\/\/).*/, '');
    return MISSING.test(code) ? [`${file}:${index + 1} ${line.trim()}`] : [];
  });
}
