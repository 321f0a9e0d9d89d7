import type { PublicAppearance } from '@eyrie/domain';
import { ownTokens } from '@eyrie/ui/own-colours';
import { applyTheme, themes, type Theme, type Tokens } from '@eyrie/ui/tokens';
import { create } from 'zustand';
import { keep, kept } from './storage.ts';

interface ThemeState {
  theme: Theme;
  /** Tokens that the organisation's colours replace. */
  own: Partial<Tokens>;
}

const colour = /^#[0-9a-f]{6}$/i;
/** What was kept may be of another release: only colours get into style sheets. */
const coloursOf = (look: Partial<PublicAppearance> | null): Partial<Tokens> => {
  const one = (value: string | null | undefined): string | null =>
    typeof value === 'string' && colour.test(value) ? value : null;
  return ownTokens({
    menuColor: one(look?.menuColor),
    accentColor: one(look?.accentColor),
    backgroundColor: one(look?.backgroundColor),
  });
};

const first = kept('look');
const stored = themes.find((theme) => theme === kept('theme'));

export const useTheme = create<ThemeState>(() => ({
  theme: stored ?? (first?.menuTheme === 1 ? 'light' : 'dark'),
  own: coloursOf(first),
}));

const show = (next: Partial<ThemeState>): void => {
  useTheme.setState(next);
  const { theme, own } = useTheme.getState();
  applyTheme(document.documentElement, theme, own);
};
show({});

/** Changes the theme and remembers it. */
export const chooseTheme = (theme: Theme): void => {
  keep('theme', theme);
  show({ theme });
};

/** The theme that another tab of this browser chose. */
export const followTheme = (chosen: unknown): void => {
  const theme = themes.find((one) => one === chosen);
  if (theme) show({ theme });
};

/**
 * Puts the organisation's look on the page. Its theme applies only where the member has not chosen one; `menuTheme` 1
 * is light.
 */
export const applyAppearance = (look: PublicAppearance): void => {
  const theme: Theme = look.menuTheme === 1 ? 'light' : 'dark';
  show({ own: coloursOf(look), ...(kept('theme') === null ? { theme } : {}) });
};
