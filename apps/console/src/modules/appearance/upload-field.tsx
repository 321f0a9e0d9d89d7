import { CallRefused } from '@eyrie/client';
import { Button, Progress } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import type { Sending } from './appearance.queries.ts';

export interface UploadNote {
  fault: boolean;
  words: string;
}

/** Sends a file: how far it is, and what the server had against it. Leaving the page ends it. */
export const useUpload = () => {
  const running = useRef<AbortController | null>(null);
  const [fraction, setFraction] = useState<number | null>(null);
  const [note, setNote] = useState<UploadNote | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async <Made,>(
    upload: (sending: Sending) => Promise<Made>,
    onMade: (made: Made) => void,
  ): Promise<void> => {
    const work = new AbortController();
    running.current = work;
    setNote(null);
    setFraction(0);
    try {
      onMade(await upload({ signal: work.signal, onProgress: setFraction }));
    } catch (error) {
      if (work.signal.aborted) return;
      if (error instanceof CallRefused) setNote({ fault: true, words: error.message });
      else showFailure(error);
    } finally {
      setFraction(null);
    }
  };
  return { fraction, note, setNote, send };
};

export interface UploadFieldProps {
  /** What is chosen, for screen readers. */
  label: string;
  /** On the button. */
  verb: string;
  accept: string;
  /** What may be sent: said before anything is chosen. */
  limits: string;
  disabled: boolean;
  fraction: number | null;
  note: UploadNote | null;
  /** Beside the percentage once everything is sent and the server is at work. */
  afterwards?: string;
  onFile: (file: File) => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** A button that opens the chooser of files, and under it the limits, the progress or the fault. */
export function UploadField(props: UploadFieldProps): ReactNode {
  const { label, verb, accept, limits, disabled, fraction, note, afterwards, onFile, children } = props;
  const text = useText();
  const noteId = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className="look-field ey-grid ey-gap-4">
      <div className="ey-flow ey-gap-8" role="group" aria-label={label} aria-describedby={noteId}>
        <Button disabled={disabled || fraction !== null} onClick={() => input.current?.click()}>
          {verb}
        </Button>
        {children}
        <input
          ref={input}
          type="file"
          accept={accept}
          hidden
          aria-label={label}
          onChange={(event) => {
            const file = event.target.files?.[0];
            // The same file may be chosen again after it was corrected.
            event.target.value = '';
            if (file) onFile(file);
          }}
        />
      </div>
      {fraction === null ? null : (
        <Progress
          percent={Math.round(fraction * 100)}
          format={(percent) => (percent === 100 && afterwards ? afterwards : `${percent ?? 0}%`)}
          aria-label={text('appearance.sending')}
        />
      )}
      <span
        id={noteId}
        className={note?.fault ? 'look-fault' : 'look-hint'}
        role={note ? 'alert' : undefined}
      >
        {note?.words ?? limits}
      </span>
    </div>
  );
}
