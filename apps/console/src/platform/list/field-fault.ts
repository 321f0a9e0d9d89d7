import { brokenRule, fieldFits, isSecret, type CallDeclaration } from '@eyrie/domain';
import type { TextOf } from '../text.tsx';
import type { AskedField, FieldWords } from './record-form-field.tsx';

/** Characters of what was given that a message repeats. */
const repeated = 60;

/** Null: nothing that a person typed, or a secret. */
const given = (call: CallDeclaration, { kind, name }: AskedField, sent: unknown): string | null => {
  if ((kind !== 'text' && kind !== 'number') || isSecret(call.request, [name])) return null;
  if (typeof sent !== 'string' && typeof sent !== 'number') return null;
  const whole = String(sent);
  return whole.length > repeated ? `${whole.slice(0, repeated)}…` : whole;
};

/** What a value breaks, with the limits that the field has. */
const broken = (
  text: TextOf,
  call: CallDeclaration,
  field: AskedField,
  sent: unknown,
  label: string,
): string => {
  const rule = brokenRule(call, field.name, sent);
  // The server knows further rules than the pages have words for.
  if (rule === 'serial' || rule === 'account' || rule === 'phone')
    return text(`issue.${rule}`, { field: label });
  if (field.kind === 'text' && field.max !== null && typeof sent === 'string' && sent.length > field.max)
    return text('issue.tooLong', { field: label, max: field.max });
  if (field.kind === 'number' && typeof sent === 'number') {
    const { min, max, whole } = field;
    const outside = (min !== null && sent < min) || (max !== null && sent > max);
    if (outside && min !== null && max !== null) return text('issue.range', { field: label, min, max });
    if (outside && min !== null) return text('issue.min', { field: label, min });
    if (outside && max !== null) return text('issue.max', { field: label, max });
    if (whole && !Number.isInteger(sent)) return text('issue.integer', { field: label });
  }
  return text('issue.format', { field: label });
};

/** Why a field cannot be sent as it stands, with what was given and its limits; null: it can. */
export const faultOf = (
  text: TextOf,
  call: CallDeclaration,
  field: AskedField,
  sent: unknown,
  { label: id, required = false }: Pick<FieldWords, 'label' | 'required'>,
): string | null => {
  const label = text(id);
  const missing = sent === undefined || sent === null || (typeof sent === 'string' && sent.trim() === '');
  if (required && missing) return text('issue.required', { field: label });
  if (fieldFits(call, field.name, sent)) return null;
  if (missing) return text('issue.required', { field: label });
  const issue = broken(text, call, field, sent, label);
  const value = given(call, field, sent);
  return value === null ? issue : text('issue.withValue', { issue, value });
};
