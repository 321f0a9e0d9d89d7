import { Suspense, type ReactNode } from 'react';
import { Navigate } from 'react-router';
import { isAllowed, useSession } from '../platform/session.ts';
import type { Page } from '../platform/page.ts';
import { Waiting } from './waiting.tsx';

/** Shows a page to those who may see it, and says what is missing to the others. */
export function PageGate({ page, content }: { page: Page; content: ReactNode }): ReactNode {
  const allowed = useSession((session) => isAllowed(session, page.resource));
  if (!allowed) return <Navigate to={`/403?from=${encodeURIComponent(page.path)}`} replace />;
  return (
    <Suspense key={page.path} fallback={<Waiting />}>
      {content}
    </Suspense>
  );
}
