import { parts } from './parts.generated.ts';
import { noField, useNoChoices, type Parts } from './platform/parts.ts';

const lent: Parts = parts;

export const useCodeChoices = lent.useCodeChoices ?? useNoChoices;
export const codeField = lent.codeField ?? noField;
export const departmentField = lent.departmentField ?? noField;
