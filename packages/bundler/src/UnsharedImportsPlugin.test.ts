import { stripVTControlCharacters } from 'node:util';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { documentedBlock } from '../../../scripts/build/documentedBlock.ts';
import { buildProject } from './testing/buildProject.ts';
import { type ProjectCopy, copyProject } from './testing/copyProject.ts';

const LIBRARY = 'src/node_modules/react-native-drawing';
let project: ProjectCopy;

beforeEach(async () => {
  project = await copyProject();
  await project.write(`${LIBRARY}/package.json`, {
    name: 'react-native-drawing',
    main: 'index.js',
  });
  await project.write(
    `${LIBRARY}/index.js`,
    "import native from 'react-native/Libraries/Utilities/codegenNativeComponent';\nexport default native('Drawing');\n",
  );
  await project.write(
    'src/components/Picture.tsx',
    "import Drawing from '../node_modules/react-native-drawing';\nexport const Picture = () => <Drawing />;\n",
  );
  await project.edit(
    'src/App.tsx',
    'export default',
    "export { Picture } from './components/Picture.tsx';\nexport default",
  );
});
afterEach(() => project.dispose());

it('a library with native code is refused with its name, the file that imports it, and a way out', async () => {
  await project.write(`${LIBRARY}/android/build.gradle`, '');
  const shown = await documentedBlock('docs/libraries-and-assets.md', '', 'has native code');
  const expected = shown
    .replaceAll('react-native-svg', 'react-native-drawing')
    .replace('src/App.tsx', 'src/components/Picture.tsx');
  // In a CI the compiler writes in colour.
  const plain = (text: string) =>
    stripVTControlCharacters(text)
      .replaceAll(/[\s│]+/g, ' ')
      .trim();
  const refusal = buildProject(project.root, 'ios').then(
    () => '',
    (error: unknown) => plain(String(error)),
  );
  expect(await refusal).toContain(plain(expected));
}, 180_000);

it('a library that several files import is refused with all of them', async () => {
  await project.write(`${LIBRARY}/android/build.gradle`, '');
  await project.write(
    'src/components/Another.tsx',
    "import Drawing from '../node_modules/react-native-drawing';\nexport const Another = () => <Drawing />;\n",
  );
  await project.edit(
    'src/App.tsx',
    'export default',
    "export { Another } from './components/Another.tsx';\nexport default",
  );
  await expect(buildProject(project.root, 'ios')).rejects.toThrow(
    /src\/components\/Another\.tsx and src\/components\/Picture\.tsx import react-native-drawing\./,
  );
}, 180_000);

it('libraries that import the same are each refused with the files that import them', async () => {
  const other = LIBRARY.replace('drawing', 'sound');
  await project.write(`${other}/package.json`, { name: 'react-native-sound', main: 'index.js' });
  await project.write(
    `${other}/index.js`,
    "import native from 'react-native/Libraries/Utilities/codegenNativeComponent';\nexport default native('Sound');\n",
  );
  await project.write(
    'src/components/Ping.tsx',
    "import Sound from '../node_modules/react-native-sound';\nexport const Ping = () => <Sound />;\n",
  );
  await project.edit(
    'src/App.tsx',
    'export default',
    "export { Ping } from './components/Ping.tsx';\nexport default",
  );
  const failure = await buildProject(project.root, 'ios').catch((error: Error) => error.message);
  expect(failure).toContain('src/components/Picture.tsx imports react-native-drawing.');
  expect(failure).toContain('src/components/Ping.tsx imports react-native-sound.');
}, 180_000);

it('a library that has nothing for browsers is refused for the web, and no line of React Native is shown', async () => {
  const failure = await buildProject(project.root, 'web').catch((error: Error) => error.message);
  expect(failure).toContain(
    'react-native-drawing imports react-native/Libraries/Utilities/codegenNativeComponent, which browsers do not have. src/components/Picture.tsx imports react-native-drawing.',
  );
  expect(failure).toContain('name.native.tsx');
  expect(failure).not.toContain('Syntax');
}, 180_000);

it('a library without native code that imports what hosts do not share is refused with what that is', async () => {
  await expect(buildProject(project.root, 'android')).rejects.toThrow(
    /react-native-drawing imports react-native\/Libraries\/Utilities\/codegenNativeComponent, and hosts share nothing below react-native\. src\/components\/Picture\.tsx imports react-native-drawing\./,
  );
}, 180_000);
