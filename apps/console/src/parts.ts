import { parts } from './parts.generated.ts';
import { useNoChoices, type Parts } from './platform/parts.ts';

const lent: Parts = parts;

export const useCodeChoices = lent.useCodeChoices ?? useNoChoices;
