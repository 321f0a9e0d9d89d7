export { BackgroundField } from './background-field.tsx';
export { ContrastWarnings } from './contrast-warnings.tsx';
export { ColourField, TextField } from './fields.tsx';
export { LogoField } from './logo-field.tsx';
export { MapFields } from './map-fields.tsx';
export { PastAppearances } from './past-appearances.tsx';
export {
  applySettings,
  restoreSettings,
  saveScreenLook,
  useScreenLookSettings,
  useAppearanceSettings,
  useAppearanceChanged,
} from './appearance.queries.ts';
export { changesOf, draftOf, faultsOf } from './appearance-draft.ts';
