/** Modules below `react-native/` that libraries with native code import; hosts have them, and share them with no mini-app. */
const DEEP: Record<string, () => unknown> = {
  'NativeComponent/NativeComponentRegistry': () =>
    require('react-native/Libraries/NativeComponent/NativeComponentRegistry'),
  'NativeComponent/ViewConfigIgnore': () =>
    require('react-native/Libraries/NativeComponent/ViewConfigIgnore'),
  'Components/View/ReactNativeStyleAttributes': () =>
    require('react-native/Libraries/Components/View/ReactNativeStyleAttributes'),
  // The compiled form of native view commands.
  'ReactNative/RendererProxy': () => require('react-native/Libraries/ReactNative/RendererProxy'),
  'StyleSheet/processColorArray': () =>
    require('react-native/Libraries/StyleSheet/processColorArray'),
  'Utilities/differ/insetsDiffer': () =>
    require('react-native/Libraries/Utilities/differ/insetsDiffer'),
  'Utilities/differ/pointsDiffer': () =>
    require('react-native/Libraries/Utilities/differ/pointsDiffer'),
  'BatchedBridge/BatchedBridge': () =>
    require('react-native/Libraries/BatchedBridge/BatchedBridge'),
  'vendor/emitter/EventEmitter': () =>
    require('react-native/Libraries/vendor/emitter/EventEmitter'),
  'Utilities/codegenNativeComponent': () =>
    require('react-native/Libraries/Utilities/codegenNativeComponent'),
  'Utilities/codegenNativeCommands': () =>
    require('react-native/Libraries/Utilities/codegenNativeCommands'),
  'Utilities/binaryToBase64': () => require('react-native/Libraries/Utilities/binaryToBase64'),
  'TurboModule/TurboModuleRegistry': () =>
    require('react-native/Libraries/TurboModule/TurboModuleRegistry'),
  'EventEmitter/NativeEventEmitter': () =>
    require('react-native/Libraries/EventEmitter/NativeEventEmitter'),
  'Image/resolveAssetSource': () => require('react-native/Libraries/Image/resolveAssetSource'),
  'StyleSheet/processColor': () => require('react-native/Libraries/StyleSheet/processColor'),
  'StyleSheet/StyleSheet': () => require('react-native/Libraries/StyleSheet/StyleSheet'),
  'Renderer/shims/ReactFabric': () => require('react-native/Libraries/Renderer/shims/ReactFabric'),
  'Renderer/shims/ReactNativeViewConfigRegistry': () =>
    require('react-native/Libraries/Renderer/shims/ReactNativeViewConfigRegistry'),
  'Components/View/View': () => require('react-native/Libraries/Components/View/View'),
  'Components/View/ViewNativeComponent': () =>
    require('react-native/Libraries/Components/View/ViewNativeComponent'),
  'ReactNative/AppContainer': () => require('react-native/Libraries/ReactNative/AppContainer'),
  'Pressability/PressabilityDebug': () =>
    require('react-native/Libraries/Pressability/PressabilityDebug'),
  // Contains only types.
  'Types/CodegenTypes': () => ({}),
};

/** A module below `react-native/`; undefined if this host has none with that name. */
export function deepModule(name: string): unknown {
  const [, path] = /^react-native\/Libraries\/(.+?)(?:\.js)?$/.exec(name) ?? [];
  return path === undefined ? undefined : DEEP[path]?.();
}
