import { displayOf, firstDisplay, type DisplayChoices, type UserInfo } from '@eyrie/domain';
import { create } from 'zustand';
import { localZone } from './format.ts';
import { localeOf, useLanguage } from './language.ts';
import { keep } from './storage.ts';

interface DisplayState {
  /** Zone of the member's organisation; null before signing in. */
  timeZone: string | null;
  choices: DisplayChoices;
}

/** How times and figures are shown, everywhere. */
export const useDisplay = create<DisplayState>(() => ({ timeZone: null, choices: firstDisplay }));

/** IANA name of the zone in which times are shown. */
export const shownZone = ({ timeZone, choices }: DisplayState): string => {
  if (choices.zone === 'utc') return 'UTC';
  return choices.zone === 'local' ? localZone() : (timeZone ?? localZone());
};

/** The organisation's zone: in it lie the days that people type. */
export const useOrganisationZone = (): string => useDisplay((state) => state.timeZone ?? localZone());

/** Locale of numbers and dates: language, and the digits that the member chose. */
export const useLocale = (): string => {
  const language = useLanguage((state) => state.language);
  const digits = useDisplay((state) => state.choices.digits);
  return localeOf(language, digits);
};

/** Takes over what the server says of the member who is signed in; null: nobody is. */
export const learnDisplay = (user: Pick<UserInfo, 'timeZone' | 'display'> | null): void => {
  if (user) keep('display', user.display);
  useDisplay.setState({ timeZone: user?.timeZone ?? null, choices: user?.display ?? firstDisplay });
};

/** What another tab of this browser chose for the same member. */
export const followDisplay = (stored: unknown): void => useDisplay.setState({ choices: displayOf(stored) });
