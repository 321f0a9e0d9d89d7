import type { Parts } from '../../platform/parts.ts';
import { deviceAreas } from './dock-areas.tsx';

export const parts = { deviceAreas } satisfies Parts;
