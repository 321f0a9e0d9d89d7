import type { PhraseId } from '@eyrie/phrases';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { UploadField, type UploadFieldProps } from './upload-field.tsx';

interface PictureUploadProps extends Pick<UploadFieldProps, 'disabled' | 'fraction' | 'note' | 'onFile'> {
  /** Address of the picture; null: there is none. */
  value: string | null;
  words: Readonly<Record<'label' | 'choose' | 'replace' | 'remove' | 'limits', PhraseId>>;
  onRemove: () => void;
}

/** A picture of the look: chosen, replaced, taken away. */
export function PictureUpload({ value, words, onRemove, ...upload }: PictureUploadProps): ReactNode {
  const text = useText();
  return (
    <UploadField
      {...upload}
      label={text(words.label)}
      verb={text(value === null ? words.choose : words.replace)}
      accept="image/png,image/jpeg"
      limits={text(words.limits)}
    >
      <Button
        disabled={upload.disabled || value === null}
        title={value === null ? text('appearance.noPicture') : undefined}
        onClick={onRemove}
      >
        {text(words.remove)}
      </Button>
    </UploadField>
  );
}
