export { BackgroundField } from './background-field.tsx';
export { ContrastWarnings } from './contrast-warnings.tsx';
export { ColourField, TextField } from './fields.tsx';
export { MapFields } from './map-fields.tsx';
export { PastLooks } from './past-looks.tsx';
export { applyLook, restoreLook, useLook, useLookChanged } from './appearance.queries.ts';
export { changesOf, draftOf, faultsOf } from './look-draft.ts';
