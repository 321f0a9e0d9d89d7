import type { Parts } from '../../platform/parts.ts';
import { classField } from './class-field.tsx';
import { drawClass, useClassWords } from './class-name.tsx';
import { codeField } from './code-field.tsx';
import { useCodeChoices } from './dictionary.queries.ts';

export const parts = { useCodeChoices, codeField, useClassWords, drawClass, classField } satisfies Parts;
