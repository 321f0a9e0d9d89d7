import { appearanceCalls, type Appearance } from '@eyrie/domain';
import { create } from 'zustand';
import { call } from './http.ts';
import { keep, kept } from './storage.ts';
import { suggestTheme } from './theme.ts';

const defaultName = 'Eyrie';

/** The organisation's own name of the system, and its look. */
export const useAppearance = create<{ systemName: string; appearance: Appearance | null }>(() => ({
  systemName: kept('systemName') ?? defaultName,
  appearance: null,
}));

/** Learns name, look and map start; without an answer what was stored stays in force. */
export const loadAppearance = async (): Promise<void> => {
  try {
    const appearance = await call(appearanceCalls.background, {}, { toast: false });
    const { longitude, latitude, levelMAX, levelMIN, level, pcName } = appearance;
    const systemName = pcName.trim() || defaultName;
    keep('systemName', systemName);
    keep('mapConfig', { longitude, latitude, levelMAX, levelMIN, level });
    suggestTheme(appearance.menuTheme);
    useAppearance.setState({ systemName, appearance });
  } catch {
    // The stored name serves until the server can be reached.
  }
};
