import { useEffect, type ReactNode } from 'react';
import { useFirstText } from '../platform/text.tsx';

/** In place of what could not be loaded or fell over. */
export function LoadFailedCard({ error }: { error: unknown }): ReactNode {
  const text = useFirstText();
  useEffect(() => {
    // oxlint-disable-next-line no-console -- the only trace of why a page fell over
    console.error(error);
  }, [error]);
  return (
    <main className="load-failed">
      <h1>{text('app.pageFailed')}</h1>
      <p>{text('app.pageFailedHint')}</p>
      <button type="button" onClick={() => location.reload()}>
        {text('app.reload')}
      </button>
    </main>
  );
}
