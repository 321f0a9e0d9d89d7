import type { Parts } from '../../platform/parts.ts';
import { deviceFlights } from './device-flights.tsx';
import { drawRunVerdict } from './verdict-dialog.tsx';

export const parts = { deviceFlights, runVerdict: drawRunVerdict } satisfies Parts;
