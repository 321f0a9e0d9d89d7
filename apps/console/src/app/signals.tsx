import type { ReactNode } from 'react';
import { useBusy } from '../platform/busy.ts';
import { useFirstText } from '../platform/text.tsx';
import { dismissToast, holdToast, leaveToast, useToasts, type Toast } from '../platform/toasts.ts';
import './signals.css';

/** A thin line at the top while a call is under way. */
export function BusyBar(): ReactNode {
  const busy = useBusy((state) => state.busy);
  return <div className={busy ? 'busy-bar busy-bar-on' : 'busy-bar'} aria-hidden="true" />;
}

function ToastAction({ toast: { id, action } }: { toast: Toast }): ReactNode {
  if (!action) return null;
  const run = (): void => {
    dismissToast(id);
    action.run();
  };
  return (
    <button type="button" className="toast-action" onClick={run}>
      {action.label}
    </button>
  );
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
          onPointerEnter={() => holdToast(toast.id)}
          onPointerLeave={() => leaveToast(toast.id)}
          onFocus={() => holdToast(toast.id)}
          onBlur={() => leaveToast(toast.id)}
        >
          <span className="toast-mark" aria-hidden="true" />
          <bdi>{toast.text}</bdi>
          <ToastAction toast={toast} />
          <button type="button" onClick={() => dismissToast(toast.id)} aria-label={text('app.close')}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
