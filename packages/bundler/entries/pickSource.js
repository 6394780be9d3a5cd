import { PixelRatio } from 'react-native';

/** The source of an asset for this screen: the lowest resolution that is enough, or else the highest. */
export function pickSource(sources) {
  const density = sources.length > 1 ? PixelRatio.get() : 1;
  const { path, ...source } = sources.find(({ scale }) => scale >= density) ?? sources.at(-1);
  return path === undefined ? source : { uri: addressOf(path), ...source };
}

/** A host has verified the file and says where it is; without one it lies beside the code. */
function addressOf(path) {
  const { assetUrl } = __webpack_require__.federation?.instance?.options ?? {};
  return assetUrl ? assetUrl(path) : __webpack_public_path__ + path;
}
