import { appearanceCalls, type LiveMessage, type PublicAppearance, type ScreenTheme } from '@eyrie/domain';
import { applyAppearance } from '@eyrie/web/theme';
import { useEffect } from 'react';
import { create } from 'zustand';
import { useAsked } from './asked.ts';

/** The look of the large screens, which comes with the credential of the live link; null: none was saved. */
const useOwnLook = create<{ look: PublicAppearance | null }>(() => ({ look: null }));
export const learnScreenLook = (look: PublicAppearance | null): void => useOwnLook.setState({ look });

const lookChanged = ({ name, data, time }: LiveMessage): string | null =>
  name === 'organisationChange' && 'part' in data && data.part === 'appearance' ? `${time}` : null;

/** Colours of the organisation, in the theme of its look or the one that the layout names. */
export const useScreenLook = (theme: ScreenTheme): void => {
  const own = useOwnLook(({ look }) => look);
  const { answer } = useAsked(appearanceCalls.background, () => ({}), lookChanged);
  const look = own ?? answer;
  useEffect(() => {
    if (!look) return;
    applyAppearance(theme === 'organisation' ? look : { ...look, menuTheme: theme === 'light' ? 1 : 2 });
  }, [look, theme]);
};
