import { limits } from '../limits.ts';
import { builtInTiles, imageOf, isTileAddress } from './tile-address.ts';

/** How the system of an organisation looks, and how its maps start. */
export interface AppearanceSettings {
  pcName: string;
  /** 1: light, white menu and grey text; other: dark. */
  menuTheme: number;
  /** `#rrggbb`; null: the theme's own. */
  menuColor: string | null;
  accentColor: string | null;
  /** Ground of the sign-in page. */
  backgroundColor: string | null;
  /** Address of an uploaded picture on the sign-in page. */
  backgroundPIC: string | null;
  /** Address of an uploaded picture at the head of reports. */
  logoPIC: string | null;
  /** WGS-84 degrees. */
  longitude: number;
  latitude: number;
  /** Zoom levels of 256 px tiles. */
  levelMAX: number;
  levelMIN: number;
  level: number;
  /** Default tile layer; see `isTileAddress`. */
  url: string;
}

/** How the product looks until an organisation says otherwise. The map shows the middle of China. */
export const factoryAppearance: AppearanceSettings = {
  pcName: 'Eyrie',
  menuTheme: 0,
  menuColor: null,
  accentColor: null,
  backgroundColor: null,
  backgroundPIC: null,
  logoPIC: null,
  longitude: 104.1,
  latitude: 35.9,
  levelMAX: 20,
  levelMIN: 3,
  level: 4,
  url: builtInTiles,
};

export interface AppearanceFault {
  field: keyof AppearanceSettings;
  /** Phrase `issue.<rule>`. */
  rule: string;
  values: Record<string, string | number>;
}

/** A look while it is being filled in: fields may be empty. */
export type AppearanceDraft = {
  [Field in keyof AppearanceSettings]?: AppearanceSettings[Field] | null | undefined;
};

/** `#rrggbb`. */
export const isColour = (value: string): boolean => /^#[0-9a-f]{6}$/i.test(value);

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

const between = (
  field: keyof AppearanceSettings,
  value: unknown,
  min: number,
  max: number,
): AppearanceFault[] => {
  if (!isNumber(value)) return [{ field, rule: 'required', values: {} }];
  if (value < min) return [{ field, rule: 'min', values: { value, min } }];
  return value > max ? [{ field, rule: 'max', values: { value, max } }] : [];
};

const zoomFaults = ({ level, levelMIN, levelMAX }: AppearanceDraft): AppearanceFault[] => {
  const { zoomMin, zoomMax } = limits.appearance;
  const each = [
    ...between('levelMIN', levelMIN, zoomMin, zoomMax),
    ...between('levelMAX', levelMAX, zoomMin, zoomMax),
    ...between('level', level, zoomMin, zoomMax),
  ];
  if (each.length > 0 || !isNumber(level) || !isNumber(levelMIN) || !isNumber(levelMAX)) return each;
  if (levelMIN > levelMAX)
    return [{ field: 'levelMIN', rule: 'zoomOrder', values: { min: levelMIN, max: levelMAX } }];
  if (level < levelMIN || level > levelMAX)
    return [{ field: 'level', rule: 'zoomBetween', values: { value: level, min: levelMIN, max: levelMAX } }];
  return [];
};

/** Everything that keeps a look from being applied. The form and the server ask the same. */
export const appearanceFaults = (settings: AppearanceDraft): AppearanceFault[] => {
  const faults: AppearanceFault[] = [];
  const name = settings.pcName?.trim() ?? '';
  if (name === '') faults.push({ field: 'pcName', rule: 'required', values: {} });
  else if (name.length > limits.appearance.nameMax)
    faults.push({ field: 'pcName', rule: 'tooLong', values: { max: limits.appearance.nameMax } });
  for (const field of ['menuColor', 'accentColor', 'backgroundColor'] as const) {
    const value = settings[field] ?? null;
    if (value !== null && !isColour(value)) faults.push({ field, rule: 'colour', values: { value } });
  }
  for (const field of ['backgroundPIC', 'logoPIC'] as const) {
    const picture = settings[field] ?? null;
    if (picture !== null && imageOf(picture) === null) faults.push({ field, rule: 'format', values: {} });
  }
  faults.push(...between('longitude', settings.longitude, -180, 180));
  faults.push(...between('latitude', settings.latitude, -90, 90));
  faults.push(...zoomFaults(settings));
  const url = settings.url?.trim() ?? '';
  if (url === '') faults.push({ field: 'url', rule: 'required', values: {} });
  else if (!isTileAddress(url))
    faults.push({ field: 'url', rule: 'tileAddress', values: { places: '{z} {x} {y}' } });
  return faults;
};
