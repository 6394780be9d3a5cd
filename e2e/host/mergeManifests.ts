import { readFile } from 'node:fs/promises';

import { XML } from '@expo/config-plugins';

/** An Android manifest, and whose it is. */
export interface ManifestFile {
  owner: string;
  path: string;
}

type Attributes = Record<string, string>;

/** An element that manifests are merged by: its kind, its name, and the library that it comes from. */
interface Merged {
  kind: string;
  name: string;
  owner: string;
  attributes: Attributes;
}

interface MergedManifest {
  elements: Merged[];
  /** Contradictions between two manifests of which neither declares `tools:replace`: Gradle fails on them. */
  conflicts: string[];
}

interface Element {
  $?: Attributes;
  [kind: string]: Element[] | Attributes | undefined;
}

const BESIDE_APPLICATION = ['uses-permission'];
const IN_APPLICATION = [
  'activity',
  'activity-alias',
  'service',
  'receiver',
  'provider',
  'meta-data',
  'uses-library',
];
/** Only the app's own `<application>` attributes count: a library's describe the library. */
const APPLICATION: Omit<Merged, 'owner' | 'attributes'> = { kind: 'application', name: '' };

/**
 * Merges Android manifests as far as tests ask, by the rules of Gradle's manifest merger: the app's comes first, elements with
 * the same name are one, their attributes are joined, and `tools:node="remove"` and `tools:replace` of the app are obeyed.
 */
export async function mergeManifests(
  app: ManifestFile,
  libraries: readonly ManifestFile[],
  placeholders: Readonly<Record<string, string>>,
): Promise<MergedManifest> {
  const merged = new Map<string, Merged>();
  const conflicts: string[] = [];
  for (const file of [app, ...libraries]) {
    for (const element of elementsOf(await readManifest(file, placeholders), file.owner)) {
      const key = `${element.kind} ${element.name}`;
      const before = merged.get(key);
      if (!before) merged.set(key, element);
      else if (before.attributes['tools:node'] !== 'remove') {
        conflicts.push(...join(before, element));
      }
    }
  }
  const isLeft = ({ attributes }: Merged) => attributes['tools:node'] !== 'remove';
  return { elements: [...merged.values()].filter(isLeft), conflicts };
}

/** Merges a second manifest's attributes of an element; returns the contradictions. */
function join(before: Merged, added: Merged): string[] {
  const replaced = before.attributes['tools:replace']?.split(',') ?? [];
  const conflicts: string[] = [];
  for (const [name, value] of Object.entries(added.attributes)) {
    const own = before.attributes[name];
    if (own === undefined) before.attributes[name] = value;
    else if (own !== value && name.startsWith('android:') && !replaced.includes(name)) {
      const what = [before.kind, before.name].filter(Boolean).join(' ');
      conflicts.push(`${name} of ${what}: "${own}" (${before.owner}), "${value}" (${added.owner})`);
    }
  }
  return conflicts;
}

async function readManifest(
  { path }: ManifestFile,
  placeholders: Readonly<Record<string, string>>,
): Promise<Element> {
  const text = await readFile(path, 'utf8');
  const filled = text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = placeholders[name];
    if (value === undefined)
      throw new Error(`${path} has the placeholder ${name}: give its value.`);
    return value;
  });
  const { manifest } = (await XML.parseXMLAsync(filled)) as { manifest: Element };
  return manifest;
}

function elementsOf(manifest: Element, owner: string): Merged[] {
  // Names that begin with a dot are relative to the package.
  const inPackage = manifest.$?.['package'] ?? '';
  const read = (parent: Element, kinds: readonly string[]) =>
    kinds.flatMap((kind) =>
      ((parent[kind] ?? []) as Element[]).map(({ $ = {} }): Merged => {
        const name = $['android:name'] ?? '';
        return {
          kind,
          name: name.startsWith('.') ? `${inPackage}${name}` : name,
          owner,
          attributes: { ...$, 'android:name': name },
        };
      }),
    );
  const [application] = (manifest['application'] ?? []) as Element[];
  return [
    ...read(manifest, BESIDE_APPLICATION),
    ...(application
      ? [
          { ...APPLICATION, owner, attributes: { ...application.$ } },
          ...read(application, IN_APPLICATION),
        ]
      : []),
  ];
}
