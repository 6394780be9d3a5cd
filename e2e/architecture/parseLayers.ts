/** The layer of every package in the diagram, by its name there: `contracts`, `apps/host`, `mini-apps/*`. */
export type Layers = ReadonlyMap<string, number>;

/** Parses the layer diagram: lines like `L3  host-runtime   server`. */
export function parseLayers(picture: string): Layers {
  const layers = new Map<string, number>();
  for (const line of picture.split('\n').filter((text) => text.trim() !== '')) {
    const [, level, names] = /^L(\d)\s+(\S.*)$/.exec(line) ?? [];
    if (level === undefined || names === undefined) {
      throw new Error(`The layer picture has a line that is not \`L<n>  <names>\`: ${line}`);
    }
    for (const name of names.trim().split(/\s+/)) {
      if (layers.has(name)) throw new Error(`The layer picture names ${name} twice.`);
      layers.set(name, Number(level));
    }
  }
  return layers;
}

/** The name of a package's folder in the diagram; undefined if it is not in it. */
export function nameInPicture(layers: Layers, folder: string): string | undefined {
  const name = folder.replace(/^packages\//, '');
  const family = folder.replace(/\/[^/]+$/, '/*');
  return [name, family].find((each) => layers.has(each));
}
