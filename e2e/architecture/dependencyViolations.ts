import { type Layers, nameInPicture } from './parseLayers.ts';
import { DEPENDENCY_KINDS, type WorkspacePackage } from './WorkspacePackage.ts';

const OURS = '@host/';

/** Rules in addition to "imports point down": the allowed dependencies of a package, by its name in the layer diagram. */
const ALLOWED = new Map([
  ['kit', { names: ['contracts'], developmentNames: [], rule: 'kit imports only contracts' }],
  ['server', { names: ['contracts'], developmentNames: [], rule: 'server imports only contracts' }],
  [
    'mini-apps/*',
    {
      names: ['miniapp-sdk', 'kit'],
      developmentNames: ['bundler', 'cli', 'headless-host'],
      rule: 'a mini-app has miniapp-sdk and kit as dependencies, and bundler, cli and headless-host as devDependencies',
    },
  ],
]);

/** Every dependency on one of our packages that the layer diagram does not allow, one sentence each. */
export function dependencyViolations(
  layers: Layers,
  packages: readonly WorkspacePackage[],
): string[] {
  const folders = new Map(packages.map(({ name, folder }) => [name, folder]));

  return packages.flatMap((importer) => {
    // The repository's own scripts are above all packages.
    if (importer.folder === '.') return [];
    const name = nameInPicture(layers, importer.folder);
    if (name === undefined) {
      return `${importer.folder} is not in the layer picture of ARCHITECTURE.md: give it a place there.`;
    }
    return DEPENDENCY_KINDS.flatMap((kind) =>
      importer.dependencies[kind]
        .filter((dependency) => dependency.startsWith(OURS))
        .flatMap((dependency) => {
          const rule = brokenRule(layers, name, folders.get(dependency), kind);
          return rule === undefined
            ? []
            : `${importer.folder} has ${dependency} in its ${kind}, but ${rule}.`;
        }),
    );
  });
}

function brokenRule(
  layers: Layers,
  importer: string,
  importedFolder: string | undefined,
  kind: (typeof DEPENDENCY_KINDS)[number],
): string | undefined {
  if (importedFolder === undefined) return 'the workspace has no such package';
  const imported = nameInPicture(layers, importedFolder);
  if (imported === undefined) return 'that package is not in the layer picture';

  const allowed = ALLOWED.get(importer);
  const names: readonly string[] = [
    ...(allowed?.names ?? []),
    ...(kind === 'devDependencies' ? (allowed?.developmentNames ?? []) : []),
  ];
  if (allowed !== undefined && !names.includes(imported)) return allowed.rule;

  const from = layers.get(importer) ?? 0;
  const to = layers.get(imported) ?? 0;
  if (to >= from)
    return `imports point down only: ${importer} is in L${from}, ${imported} in L${to}`;
  return undefined;
}
