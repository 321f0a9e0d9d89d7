import type { Parts } from '../../platform/parts.ts';
import { useCodeChoices } from './dictionary.queries.ts';

export const parts = { useCodeChoices } satisfies Parts;
