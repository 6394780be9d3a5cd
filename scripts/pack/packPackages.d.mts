/** Where the packages are, once they are packed. */
export const PACKED_FOLDER: string;
/** Builds and packs every package as it would be published, unless that was done from the same sources. */
export function packPackages(onStep?: (step: string) => void): Promise<boolean>;
