/**
 * Whether the person has just interacted with this page or a frame in it (transient user activation); true in browsers that
 * do not support this. Frames count, since activation propagates to the page around them.
 */
export function followsTap(): boolean {
  return navigator.userActivation?.isActive ?? true;
}
