import { fencedBlocks } from '../../scripts/build/fencedBlocks.mjs';
import type { Snippet } from './compileSnippets.ts';

/** What an example leaves to its reader: names of their own, and what stands for more of the same. */
const READERS_OWN = /error TS(?:2304|2503|2552|7006|7031|18004): /;

/** Names that examples use for what their reader has, and that browsers, React Native or test runners have otherwise. */
const NAMES_OF_READER = [
  'Text',
  'addEventListener',
  'describe',
  'event',
  'items',
  'orders',
  'navigation',
  'session',
];

/**
 * The examples of a package's reference, each with imports of what it uses of the package. They are excerpts: see
 * {@link ofReader}.
 */
export function exampleSnippets(page: string, markdown: string): Snippet[] {
  const [, folder = ''] = /^docs\/reference\/(.*)\.md$/.exec(page) ?? [];
  const exported = exportsIn(markdown);
  const examples = fencedBlocks(markdown).filter(({ language }) => language === 'tsx');
  return examples.map(({ text, line }) => ({
    place: `${page}:${line - 1}`,
    folder: `packages/${folder}`,
    kind: 'tsx',
    text: complete(text, exported, entryPointAt(markdown, line)),
  }));
}

/** Whether what the compiler says of an example is about what its reader has, and not about the package. */
export function ofReader(complaint: string): boolean {
  return READERS_OWN.test(complaint);
}

interface Exported {
  name: string;
  specifier: string;
  isValue: boolean;
}

function exportsIn(markdown: string): Exported[] {
  let specifier = '';
  const exported: Exported[] = [];
  for (const [, level, title, declared] of markdown.matchAll(/^(##|###) (\S+)\n|^```ts\n(\w+)/gm)) {
    if (level === '##') specifier = title!;
    else if (level === '###') exported.push({ name: title!, specifier, isValue: false });
    else exported.at(-1)!.isValue = !/^(?:interface|type)$/.test(declared!);
  }
  return exported;
}

/** Below which entry point of the package a line of its reference stands. */
function entryPointAt(markdown: string, line: number): string {
  const before = markdown.split('\n').slice(0, line);
  return before.findLast((each) => each.startsWith('## '))!.slice('## '.length);
}

function complete(example: string, exported: readonly Exported[], here: string): string {
  if (/^import /m.test(example)) return `\n${example}`;
  const used = exported.filter(({ name, isValue }) =>
    new RegExp(`\\b${name}\\b${isValue ? '' : '(?!\\.)'}`).test(example),
  );
  // Where several entry points export a name, it is that of the one where the example stands.
  const isElsewhere = ({ name, specifier }: Exported) =>
    used.some((each) => each.name === name && each.specifier === here) && specifier !== here;
  const nearest = used.filter((each) => !isElsewhere(each));
  const once = nearest.filter(
    ({ name }, at) => nearest.findIndex((each) => each.name === name) === at,
  );
  const imports = once.map(
    ({ name, specifier, isValue }) =>
      `import { ${isValue ? '' : 'type '}${name} } from '${specifier}';`,
  );
  const whole = example.replaceAll(/, …(?=[\s,})])/g, ', ...({} as any)');
  // Elements one below the other are what a component shows.
  const body = example.startsWith('<') ? `return <>${whole}</>;` : whole;
  const others = NAMES_OF_READER.filter(
    (name) =>
      !once.some((each) => each.name === name) && !new RegExp(`const ${name}\\b`).test(example),
  );
  const params = others.map((name) => `${name}: ${name.endsWith('s') ? 'any[]' : 'any'}`);
  return `${imports.join(' ')} export async function Example(${params.join(', ')}): Promise<any> {\n${body}}`;
}
