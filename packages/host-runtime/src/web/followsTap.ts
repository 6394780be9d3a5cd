/**
 * Whether the person touched this page or a frame in it a moment ago, as browsers tell it; true where they do not. Frames
 * count, since what happens in them happens to the page around them, too.
 */
export function followsTap(): boolean {
  return navigator.userActivation?.isActive ?? true;
}
