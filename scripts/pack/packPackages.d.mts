/** The folder of the packed packages. */
export const PACKED_FOLDER: string;
/** Builds and packs every package as it would be published, unless the sources are unchanged. */
export function packPackages(onStep?: (step: string) => void): Promise<boolean>;
