import { basename, join } from 'node:path';

import {
  type ConfigPlugin,
  IOSConfig,
  withDangerousMod,
  withInfoPlist,
  withXcodeProject,
} from '@expo/config-plugins';

import { copyFonts, fontFiles } from '../fontFiles.ts';
import type { HostPluginOptions } from '../HostPluginOptions.types.ts';

const FOLDER = 'Fonts';

/** Adds fonts to the app, which mini-apps use by name: copied, added to the bundle, and listed in Info.plist. */
export const withIosFonts: ConfigPlugin<HostPluginOptions> = (config, options) => {
  if (!options.fonts?.length) return config;
  const copied = withDangerousMod(config, [
    'ios',
    async (mod) => {
      const { projectRoot, platformProjectRoot } = mod.modRequest;
      const project = IOSConfig.XcodeUtils.getProjectName(projectRoot);
      const folder = join(platformProjectRoot, project, FOLDER);
      await copyFonts(fontFiles(options, projectRoot), folder);
      return mod;
    },
  ]);
  const bundled = withXcodeProject(copied, (mod) => {
    const { projectRoot, projectName } = mod.modRequest;
    for (const file of fontFiles(options, projectRoot)) {
      const filepath = `${projectName}/${FOLDER}/${basename(file)}`;
      if (mod.modResults.hasFile(filepath)) continue;
      mod.modResults = IOSConfig.XcodeUtils.addResourceFileToGroup({
        filepath,
        groupName: projectName!,
        project: mod.modResults,
        isBuildFile: true,
      });
    }
    return mod;
  });
  return withInfoPlist(bundled, (mod) => {
    const before = (mod.modResults.UIAppFonts as string[] | undefined) ?? [];
    const ours = fontFiles(options, mod.modRequest.projectRoot).map((file) => basename(file));
    mod.modResults.UIAppFonts = [...new Set([...before, ...ours])];
    return mod;
  });
};
