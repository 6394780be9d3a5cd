// The dependencies that are bundled into `dist/transforms`, see build.mjs. Each is loaded when it is first used.
const PARTS = {
  babelLoader: () => require('@callstack/repack/dist/loaders/babelLoader/babelLoader.js'),
  babelSwcLoader: () => require('@callstack/repack/dist/loaders/babelSwcLoader/babelSwcLoader.js'),
  hermesParser: () => require('hermes-parser'),
  nativePreset: () => () => ({
    // Syntax that libraries use, that React Native's preset does not compile, and that Hermes does not support.
    plugins: [require('@babel/plugin-transform-class-static-block').default],
    presets: [require('@react-native/babel-preset')],
  }),
  /** Strips Flow types; keeps modules and all syntax that browsers support. */
  stripFlow: () => (source, filename) =>
    require('@babel/core').transformAsync(source, {
      filename,
      babelrc: false,
      configFile: false,
      sourceMaps: true,
      presets: [
        [
          require('@react-native/babel-preset'),
          {
            dev: false,
            disableImportExportTransform: true,
            unstable_transformProfile: 'hermes-stable',
            customTransformOptions: {
              unstable_preserveAsync: true,
              unstable_preserveClassPrivate: true,
            },
          },
        ],
      ],
    }),
  RepackTargetPlugin: () =>
    require('@callstack/repack/dist/plugins/RepackTargetPlugin/RepackTargetPlugin.js')
      .RepackTargetPlugin,
};

for (const [name, get] of Object.entries(PARTS)) {
  Object.defineProperty(exports, name, { enumerable: true, get });
}
