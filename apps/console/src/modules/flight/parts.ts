import type { Parts } from '../../platform/parts.ts';
import { deviceFlights } from './device-flights.tsx';

export const parts = { deviceFlights } satisfies Parts;
