import { limits } from '@eyrie/domain';
import { secretFields } from '../../platform/http/guard.ts';

/** What was asked, without the fields that people and programs keep to themselves, and never without end. */
export function auditedRequest(request: unknown): { request?: unknown } {
  if (typeof request !== 'object' || request === null) return {};
  const shown = Object.fromEntries(
    Object.entries(request).map(([name, value]) => [name, secretFields.has(name) ? '[masked]' : value]),
  );
  const text = JSON.stringify(shown) ?? '';
  return { request: text.length > limits.audit.requestChars ? `[${text.length} characters]` : shown };
}
