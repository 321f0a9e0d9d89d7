import { limits } from '@eyrie/domain';
import type { Parts } from '../../platform/parts.ts';
import { partsField, sentPartsOf } from './parts-field.tsx';

export const parts = {
  usedParts: {
    label: 'device.parts',
    hint: ['device.partsHint', { most: limits.device.partsMost }],
    sends: sentPartsOf,
    field: partsField,
  },
} satisfies Parts;
