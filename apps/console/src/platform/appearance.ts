import { pageLimits, type Appearance, type PublicAppearance } from '@eyrie/domain';
import { create } from 'zustand';
import { callOutside } from './http.ts';
import { keep, kept } from './storage.ts';
import { applyAppearance } from './theme.ts';
import { currentToken } from './token.ts';

const defaultName = 'Eyrie';

interface AppearanceState {
  /** The organisation's own name of the system. */
  systemName: string;
  look: PublicAppearance | null;
  appearance: Appearance | null;
}

export const useAppearance = create<AppearanceState>(() => ({
  systemName: kept('systemName') ?? defaultName,
  look: kept('look'),
  appearance: null,
}));

/** Puts a look in force in this window and keeps what the next start needs. */
export const showAppearance = (appearance: Appearance): void => {
  const { pcName, menuTheme, menuColor, accentColor, backgroundColor, backgroundPIC } = appearance;
  const look = { pcName, menuTheme, menuColor, accentColor, backgroundColor, backgroundPIC };
  const systemName = pcName.trim() || defaultName;
  keep('systemName', systemName);
  keep('look', look);
  // Before signing in nobody is told where an organisation works.
  if (currentToken() !== null) {
    const { longitude, latitude, levelMAX, levelMIN, level, url, tileLevels } = appearance;
    keep('mapConfig', { longitude, latitude, levelMAX, levelMIN, level, url, tileLevels });
  }
  applyAppearance(look);
  useAppearance.setState({ systemName, look, appearance });
};

let asked = 0;
let askedAt = 0;

/** Learns name, look and map start; without an answer what was stored stays in force. */
export const loadAppearance = async (): Promise<void> => {
  const mine = ++asked;
  askedAt = performance.now();
  try {
    const appearance = await callOutside('background', {}, { toast: false });
    // Asked before and after signing in; the later question counts, whichever answer comes last.
    if (mine === asked) showAppearance(appearance);
  } catch {
    // What is stored serves until the server can be reached.
  }
};

/** A console that comes back to the front follows what was changed elsewhere meanwhile. */
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible') return;
  if (performance.now() - askedAt > pageLimits.web.askAppearance) void loadAppearance();
});
