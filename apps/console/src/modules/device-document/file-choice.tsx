import { Button } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { accepted } from './document-words.ts';

/** A button that opens the chooser of files, and the name of the file that was chosen. */
export function FileChoice({
  id,
  chosen,
  disabled,
  onChoose,
}: {
  id?: string;
  chosen?: File | null;
  disabled: boolean;
  onChoose: (file: File) => void;
}): ReactNode {
  const text = useText();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...(id ? { id } : {})} disabled={disabled} onClick={() => input.current?.click()}>
        {text('deviceDocument.file')}
      </Button>{' '}
      {chosen ? <bdi>{chosen.name}</bdi> : null}
      <input
        ref={input}
        type="file"
        accept={accepted}
        hidden
        aria-label={text('deviceDocument.file')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file may be chosen again after it was corrected.
          target.value = '';
          if (file) onChoose(file);
        }}
      />
    </>
  );
}
