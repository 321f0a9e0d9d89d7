import { applyTheme, themes, type Theme } from '@eyrie/ui/tokens';
import { create } from 'zustand';
import { keep, kept } from './storage.ts';

const stored = kept('theme');

export const useTheme = create<{ theme: Theme }>(() => ({
  theme: themes.find((theme) => theme === stored) ?? 'dark',
}));

applyTheme(document.documentElement, useTheme.getState().theme);

/** Changes the look and remembers it. */
export const chooseTheme = (theme: Theme): void => {
  keep('theme', theme);
  applyTheme(document.documentElement, theme);
  useTheme.setState({ theme });
};

/** The organisation's look applies only where the member has not chosen one. `menuTheme` 1 is light. */
export const suggestTheme = (menuTheme: number): void => {
  if (kept('theme') !== null) return;
  const theme: Theme = menuTheme === 1 ? 'light' : 'dark';
  applyTheme(document.documentElement, theme);
  useTheme.setState({ theme });
};
