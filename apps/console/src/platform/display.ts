import { useDisplay } from '@eyrie/web/display';
import { createChoosing } from './display-choosing.ts';
import { callFirst } from './http.ts';
import { keep } from './storage.ts';

export * from '@eyrie/web/display';

/** Changes how things are shown, at once, and on every computer of the member once it is stored. */
export const chooseDisplay = createChoosing(
  {
    get: () => useDisplay.getState().choices,
    set: (choices) => useDisplay.setState({ choices }),
  },
  async (choices) => {
    await callFirst('memberCalls', 'displaySet', choices);
    keep('display', choices);
  },
);
