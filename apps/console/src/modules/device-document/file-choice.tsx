import { Button } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { accepted } from './document-words.ts';

/** A button that opens the chooser of files, and the name of the file that was chosen. */
export function FileChoice({
  id,
  chosen,
  disabled,
  multiple = false,
  onChoose,
}: {
  id?: string;
  chosen?: File | null;
  disabled: boolean;
  multiple?: boolean;
  /** At least one; more only where several may be chosen. */
  onChoose: (file: File, all: readonly File[]) => void;
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
        multiple={multiple}
        hidden
        aria-label={text('deviceDocument.file')}
        onChange={({ target }) => {
          const all = [...(target.files ?? [])];
          const [file] = all;
          // The same file may be chosen again after it was corrected.
          target.value = '';
          if (file) onChoose(file, all);
        }}
      />
    </>
  );
}
