import type { Parts } from '../../platform/parts.ts';
import { deviceAreas } from './dock-areas.tsx';
import { regionField } from './region-field.tsx';

export const parts = { deviceAreas, regionField } satisfies Parts;
