// In the place of React Native's registry of assets, which hosts do not share: an asset of a mini-app is a source, not a
// number, so that nothing is ever in it. Libraries that draw pictures or icons ask it all the same.
const assets = [];

export function registerAsset(asset) {
  return assets.push(asset);
}

export function getAssetByID(id) {
  return assets[id - 1];
}
