/** The parts of the gallery; a test holds that they are all. */
export const SECTIONS = [
  'buttons',
  'text',
  'forms',
  'rows',
  'list',
  'badges',
  'headers',
  'states',
  'loading',
  'overlays',
  'toasts',
  'icons',
  'colours',
] as const;
