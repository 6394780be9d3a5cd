import { fencedBlocks } from '../../scripts/build/fencedBlocks.mjs';
import type { Snippet } from './compileSnippets.ts';
import { NAMES_OF_READERS } from './namesOfReaders.ts';

/** Errors that excerpts may have: parameters without a type, and undeclared names of readers. */
const UNTYPED = /error TS(?:7006|7031): /;
const UNDECLARED = /error TS(?:2304|2503|2552|18004): [^']*'([^']*)'/;

/** Names of the reader's own code in examples that clash with globals of browsers, React Native or test runners. */
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

/**
 * Whether a compiler error in an example is about the reader's own code and not about the package. `exported` are the names that
 * packages export: an example may use those of another one. Any other name that is not declared may be a misspelt one of ours.
 */
export function ofReader(complaint: string, exported: ReadonlySet<string>): boolean {
  const name = undeclaredName(complaint);
  if (name === undefined) return UNTYPED.test(complaint);
  return NAMES_OF_READERS.has(name) || exported.has(name);
}

/** The name that a compiler error says is not declared. */
export function undeclaredName(complaint: string): string | undefined {
  return UNDECLARED.exec(complaint)?.[1];
}

/** The names that the reference of a package has. */
export function exportedNames(markdown: string): string[] {
  return exportsIn(markdown).map(({ name }) => name);
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

/** The entry point whose section of the reference contains a line. */
function entryPointAt(markdown: string, line: number): string {
  const before = markdown.split('\n').slice(0, line);
  return before.findLast((each) => each.startsWith('## '))!.slice('## '.length);
}

function complete(example: string, exported: readonly Exported[], here: string): string {
  if (/^import /m.test(example)) return `\n${example}`;
  const used = exported.filter(({ name, isValue }) =>
    new RegExp(`\\b${name}\\b${isValue ? '' : '(?!\\.)'}`).test(example),
  );
  // If several entry points export a name, the example means the one in whose section it is.
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
  // Sibling elements are the children of a component.
  const body = example.startsWith('<') ? `return <>${whole}</>;` : whole;
  const others = NAMES_OF_READER.filter(
    (name) =>
      !once.some((each) => each.name === name) && !new RegExp(`const ${name}\\b`).test(example),
  );
  const params = others.map((name) => `${name}: ${name.endsWith('s') ? 'any[]' : 'any'}`);
  return `${imports.join(' ')} export async function Example(${params.join(', ')}): Promise<any> {\n${body}}`;
}
