/** What the hostile mini-app does to keep the host from answering, by the name of the attempt. */
export const FLOODS = [
  'flood the port with calls',
  'flood the port for ever',
  'send texts of 400 MB through the port',
  'send millions of objects through the port',
  'flood the window of the host',
  'send texts of 400 MB to the window of the host',
  'flood the window of the host from a frame inside',
] as const;
