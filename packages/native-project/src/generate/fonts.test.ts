import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { IOSConfig } from '@expo/config-plugins';
import { describe, expect, it } from 'vitest';

import { plist } from '../testing/plist.ts';
import { startProject } from '../testing/startProject.ts';
import { generateProjects } from './generateProjects.ts';

const BOTH = ['ios', 'android'] as const;

async function start(...fonts: string[]): Promise<string> {
  const root = await startProject({ host: { fonts } });
  await mkdir(join(root, 'fonts'));
  await writeFile(join(root, 'fonts/Icons.ttf'), 'a font');
  await writeFile(join(root, 'fonts/Brand.otf'), 'another');
  return root;
}

describe('fonts of a host', () => {
  it('are where android looks for them by the names of their files', async () => {
    const root = await start('fonts/Icons.ttf', './fonts/Brand.otf');
    await generateProjects(root, ['android']);
    const folder = join(root, 'android/app/src/main/assets/fonts');
    expect(await readFile(join(folder, 'Icons.ttf'), 'utf8')).toBe('a font');
    expect(await readFile(join(folder, 'Brand.otf'), 'utf8')).toBe('another');
  });

  it('are in the bundle of the ios app, and listed in its Info.plist', async () => {
    const root = await start('fonts/Icons.ttf', './fonts/Brand.otf');
    await generateProjects(root, ['ios']);
    const info = plist.parse(await readFile(join(root, 'ios/AcmeCo/Info.plist'), 'utf8'));
    expect(info['UIAppFonts']).toEqual(['Icons.ttf', 'Brand.otf']);
    expect(await readFile(join(root, 'ios/AcmeCo/Fonts/Icons.ttf'), 'utf8')).toBe('a font');
    const project = IOSConfig.XcodeUtils.getPbxproj(root);
    const files = Object.values(project.pbxResourcesBuildPhaseObj('').files as object[]);
    const named = files.map((file) => (file as { comment: string }).comment);
    expect(named).toEqual(
      expect.arrayContaining(['Icons.ttf in Resources', 'Brand.otf in Resources']),
    );
  });

  it.each([
    ['fonts/Icons.woff2', 'fonts/Icons.woff2 is no font that ios and android read: .ttf or .otf.'],
    ['fonts/Missing.ttf', 'there is no '],
  ])('that cannot be used are named: %s', async (font, problem) => {
    const root = await start(font);
    await expect(generateProjects(root, BOTH)).rejects.toThrow(problem);
  });
});
