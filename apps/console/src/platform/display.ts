import type { DisplayChoices } from '@eyrie/domain';
import { useDisplay } from '@eyrie/web/display';
import { callFirst } from './http.ts';
import { keep } from './storage.ts';

export * from '@eyrie/web/display';

/** Changes how things are shown, at once, and on every computer of the member once it is stored. */
export const chooseDisplay = async (change: Partial<DisplayChoices>): Promise<void> => {
  const before = useDisplay.getState().choices;
  const choices = { ...before, ...change };
  useDisplay.setState({ choices });
  try {
    await callFirst('memberCalls', 'displaySet', choices);
    keep('display', choices);
  } catch {
    useDisplay.setState({ choices: before });
  }
};
