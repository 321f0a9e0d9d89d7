import {
  appearanceFaults,
  type Appearance,
  type AppearanceSettings,
  type AppearanceDraft,
  type AppearanceFault,
} from '@eyrie/domain';

const fields = [
  'pcName',
  'menuTheme',
  'menuColor',
  'accentColor',
  'backgroundColor',
  'backgroundPIC',
  'logoPIC',
  'longitude',
  'latitude',
  'levelMAX',
  'levelMIN',
  'level',
  'url',
] as const satisfies readonly (keyof AppearanceSettings)[];

/** What is being filled in, beginning with what is in force. */
export const draftOf = (appearance: Appearance): AppearanceDraft =>
  Object.fromEntries(fields.map((field) => [field, appearance[field]]));

/** The fields that differ from what is in force: these alone are sent. */
export const changesOf = (appearance: Appearance, draft: AppearanceDraft): Partial<AppearanceSettings> =>
  Object.fromEntries(
    fields.flatMap((field) => (draft[field] === appearance[field] ? [] : [[field, draft[field]]])),
  );

/** The first fault of each field. */
export const faultsOf = (
  draft: AppearanceDraft,
): Partial<Record<keyof AppearanceSettings, AppearanceFault>> =>
  Object.fromEntries(
    appearanceFaults(draft)
      .toReversed()
      .map((fault) => [fault.field, fault]),
  );

/** Zoom levels are shown and kept with one decimal: finer nobody sees. */
export const roundLevel = (level: number): number => Math.round(level * 10) / 10;
/** Degrees to about ten centimetres. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6;
