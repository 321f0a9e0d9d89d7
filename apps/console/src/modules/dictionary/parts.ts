import type { Parts } from '../../platform/parts.ts';
import { codeField } from './code-field.tsx';
import { useCodeChoices } from './dictionary.queries.ts';

export const parts = { useCodeChoices, codeField } satisfies Parts;
