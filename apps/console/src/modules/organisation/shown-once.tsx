import { Dialog } from '@eyrie/ui';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { copyText } from '../../platform/copy.ts';
import { useText } from '../../platform/text.tsx';
import { showToast } from '../../platform/toasts.ts';
import './organisation.css';

export interface ShownOnceProps {
  title: string;
  /** That it is told now and never again. */
  sentence: string;
  /** What is to be kept, as it is copied. */
  note: string;
  onClose: () => void;
  /** What it is for. */
  children?: ReactNode;
}

/** A secret that was just made, to be copied: nobody can look it up later. */
export function ShownOnce({ title, sentence, note, onClose, children }: ShownOnceProps): ReactNode {
  const text = useText();
  const copy = async (): Promise<void> => {
    if (await copyText(note)) showToast('success', text('app.copied'));
    else showToast('error', text('app.copyRefused'));
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => void copy()}>{text('app.copy')}</Button>
          <Button type="primary" onClick={onClose}>
            {text('organisation.keyKept')}
          </Button>
        </>
      }
    >
      <p role="status">{sentence}</p>
      <pre className="organisation-secret ey-panel" dir="ltr">
        {note}
      </pre>
      {children}
    </Dialog>
  );
}
