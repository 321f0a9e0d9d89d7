import { lastWord, type CallDeclaration } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { currentSession, isAllowed, useSession } from './session.ts';

const permits = (session: Parameters<typeof isAllowed>[0], { permission }: CallDeclaration): boolean =>
  typeof permission === 'string' || permission.some((one) => isAllowed(session, one));

/** Whether the member's rights permit a call at this moment, for readers outside React. */
export const mayNow = (declaration: CallDeclaration): boolean => permits(currentSession(), declaration);

/** Whether the member's rights permit a call. A record, where there is one, has the last word by its `allowed`. */
export const useMay = (declaration: CallDeclaration, record?: { allowed: readonly string[] }): boolean =>
  useSession(
    (session) =>
      permits(session, declaration) &&
      (record === undefined || record.allowed.includes(lastWord(declaration))),
  );

export interface AllowedProps {
  /** The call that the button inside makes. */
  call: CallDeclaration;
  /** The record it is made on, as the server sent it. */
  record?: { allowed: readonly string[] };
  children: ReactNode;
}

/**
 * Shows a button only to those whose call the server would take. The mark lets a story compare what each role sees
 * with what the declarations say.
 */
export function Allowed({ call, record, children }: AllowedProps): ReactNode {
  if (!useMay(call, record)) return null;
  return (
    <span className="allowed" data-call={`${call.method} ${call.path}`}>
      {children}
    </span>
  );
}
