// Replaces React Native's asset registry, which hosts do not share. It stays empty, since the assets of a mini-app are sources
// and not numbers, but libraries for images and icons call it.
const assets = [];

export function registerAsset(asset) {
  return assets.push(asset);
}

export function getAssetByID(id) {
  return assets[id - 1];
}
