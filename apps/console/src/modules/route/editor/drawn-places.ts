import { pointKinds } from '@eyrie/domain';
import type { Place } from '@eyrie/geometry';
import { shownRings } from './rings.ts';
import type { Editor } from './use-editor.ts';

/** Every place that a plan names, to be seen at the start. */
export const placesIn = ({ plan }: Pick<Editor, 'plan'>): Place[] => [
  ...(pointKinds.has(plan.type) ? plan.points : []),
  ...shownRings(plan).flatMap(({ places }) => places),
  ...(plan.type === 'poi' && plan.interest.centre ? [plan.interest.centre] : []),
];
