import type { Parts } from '../../platform/parts.ts';
import { departmentField } from './department-field.tsx';

export const parts = { departmentField } satisfies Parts;
