import type { ReactNode } from 'react';
import { useBusy } from '../platform/busy.ts';
import { useFirstText } from '../platform/text.tsx';
import { dismissToast, useToasts } from '../platform/toasts.ts';
import './signals.css';

/** A thin line at the top while a call is under way. */
export function BusyBar(): ReactNode {
  const busy = useBusy((state) => state.busy);
  return <div className={busy ? 'busy-bar busy-bar-on' : 'busy-bar'} aria-hidden="true" />;
}

export function ToastList(): ReactNode {
  const toasts = useToasts((state) => state.toasts);
  const text = useFirstText();
  return (
    <div className="toasts" aria-live="polite">
      {toasts.map((toast) => (
        <div
          key={toast.id}
          className={`toast toast-${toast.kind}`}
          role={toast.kind === 'error' ? 'alert' : 'status'}
        >
          <span className="toast-mark" aria-hidden="true" />
          <bdi>{toast.text}</bdi>
          <button type="button" onClick={() => dismissToast(toast.id)} aria-label={text('app.close')}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
