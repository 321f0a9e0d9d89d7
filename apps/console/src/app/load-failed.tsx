import { useEffect, type ReactNode } from 'react';
import { useRouteError } from 'react-router';
import { useFirstText } from '../platform/text.tsx';
import './load-failed.css';

/** In place of a page that could not be loaded or fell over. */
export function LoadFailed(): ReactNode {
  const error = useRouteError();
  const text = useFirstText();
  useEffect(() => {
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
