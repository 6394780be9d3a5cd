/** Every screen, with the parameters it is opened with. */
export type Screens = {
  Form: undefined;
  Sent: { email: string };
};
