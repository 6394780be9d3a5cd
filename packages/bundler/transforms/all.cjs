// What is bundled into `dist/transforms`, see build.mjs. A part that is not asked for is not loaded.
const PARTS = {
  babelLoader: () => require('@callstack/repack/dist/loaders/babelLoader/babelLoader.js'),
  babelSwcLoader: () => require('@callstack/repack/dist/loaders/babelSwcLoader/babelSwcLoader.js'),
  hermesParser: () => require('hermes-parser'),
  nativePreset: () => () => ({
    // What libraries are written in and React Native's own preset leaves as it is, while Hermes does not know it.
    plugins: [require('@babel/plugin-transform-class-static-block').default],
    presets: [require('@react-native/babel-preset')],
  }),
  /** Takes the types of Flow away, and leaves modules and what browsers know as they are. */
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
