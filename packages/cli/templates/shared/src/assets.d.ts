/** An image, as a `source` of `Image`. */
interface PictureSource {
  uri: string;
  width: number;
  height: number;
  scale: number;
}

declare module '*.png' {
  const source: PictureSource;
  export default source;
}
declare module '*.jpg' {
  const source: PictureSource;
  export default source;
}
declare module '*.webp' {
  const source: PictureSource;
  export default source;
}
declare module '*.svg' {
  const source: PictureSource;
  export default source;
}
declare module '*.ttf' {
  const source: { uri: string };
  export default source;
}
