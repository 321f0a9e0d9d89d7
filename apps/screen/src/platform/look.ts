import { appearanceCalls, type LiveMessage, type PublicAppearance, type ScreenTheme } from '@eyrie/domain';
import { applyAppearance } from '@eyrie/web/theme';
import { kept } from '@eyrie/web/storage';
import { useEffect } from 'react';
import { useAsked } from './asked.ts';

const lookChanged = ({ name, data, time }: LiveMessage): string | null =>
  name === 'organisationChange' && 'part' in data && data.part === 'appearance' ? `${time}` : null;

/** The look of the large screens, where none was saved that of the console; null: neither is known yet. */
const useLook = (): PublicAppearance | null => {
  const own = useAsked(appearanceCalls.screenLook, () => ({}), lookChanged);
  const console = useAsked(appearanceCalls.background, () => ({}), lookChanged);
  // Before it is known whether there is an own one, that of the console would flash up.
  if (own.answer === null && !own.failed) return null;
  return own.answer?.look ?? console.answer;
};

/**
 * The name that the organisation gave the system, on screens where they have one of their own; until it is known, as the
 * console knew it last in this browser.
 */
export const useSystemName = (): string => useLook()?.pcName.trim() || (kept('systemName') ?? '');

/** Colours of the organisation, in the theme of its look or the one that the layout names. */
export const useScreenLook = (theme: ScreenTheme): void => {
  const look = useLook();
  useEffect(() => {
    if (!look) return;
    applyAppearance(theme === 'organisation' ? look : { ...look, menuTheme: theme === 'light' ? 1 : 2 });
  }, [look, theme]);
};
