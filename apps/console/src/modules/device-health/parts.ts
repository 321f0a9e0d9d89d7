import type { Parts } from '../../platform/parts.ts';
import { deviceAlarms } from './standing-alarms.tsx';

export const parts = { deviceAlarms } satisfies Parts;
