import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../packages/kit/src', import.meta.url));

/** Everything that can be imported, with the file that it comes from. */
const exported = ['index.ts', 'host.ts', 'messages.ts', 'theme.ts', 'gallery/index.ts'].flatMap(
  (entry) => {
    const text = readFileSync(join(folder, entry), 'utf8');
    return [...text.matchAll(/export (type )?\{([^}]+)\} from '([^']+)'/g)].flatMap(
      ([, isType, names, file]) =>
        names!
          .split(',')
          .map((name) => name.trim())
          .filter((name) => name !== '')
          .map((name) => ({
            name: name.replace(/^type /, ''),
            isType: isType !== undefined || name.startsWith('type '),
            file: join(folder, dirname(entry), file!),
          })),
    );
  },
);

it.each(exported)('$name says what it is for', ({ name, isType, file }) => {
  const source = readFileSync(file, 'utf8');
  const declaration = new RegExp(
    String.raw`(/\*\*(?:(?!\*/)[\s\S])*\*/)\nexport (?:function|const|interface|type) ${name}\b`,
  );
  const [, comment] = declaration.exec(source) ?? [];
  expect(comment, `${name} has no doc comment`).toBeDefined();
  expect(isType || comment?.includes('@example'), `${name} has no example`).toBe(true);
});

it('exports components, and the types of their props', () => {
  const names = exported.map(({ name }) => name);
  const components = exported.filter(({ isType, file }) => !isType && file.endsWith('.tsx'));
  expect(components.length).toBeGreaterThan(20);
  for (const { name } of components) expect(names).toContain(`${name}Props`);
});
