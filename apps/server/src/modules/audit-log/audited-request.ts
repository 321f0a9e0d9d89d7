import { limits, withoutSecrets, type CallDeclaration } from '@eyrie/domain';

/** Names of the fields that a call takes; null where its shape does not say. */
const declaredBy = ({ request }: CallDeclaration): ReadonlySet<string> | null => {
  const shape = (request as { shape?: object }).shape;
  return shape ? new Set(Object.keys(shape)) : null;
};

/**
 * What was asked, without the fields that people and programs keep to themselves, and never without end. Of a field
 * that the call does not take only the name is kept: a misspelt one may hold a secret.
 */
export function auditedRequest(declaration: CallDeclaration, request: unknown): { request?: unknown } {
  if (typeof request !== 'object' || request === null) return {};
  const declared = declaredBy(declaration);
  const shown = Object.fromEntries(
    Object.entries(request).map(([name, value]) => {
      if (declared !== null && !declared.has(name)) return [name, '[undeclared]'];
      return [name, withoutSecrets(declaration.request, value, [name])];
    }),
  );
  const text = JSON.stringify(shown) ?? '';
  return { request: text.length > limits.audit.requestChars ? `[${text.length} characters]` : shown };
}
