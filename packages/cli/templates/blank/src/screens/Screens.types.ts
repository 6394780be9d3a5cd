/** Every screen, with the parameters it is opened with. */
export type Screens = {
  Home: undefined;
};
