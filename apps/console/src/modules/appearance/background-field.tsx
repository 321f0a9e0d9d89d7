import { limits } from '@eyrie/domain';
import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { uploadImage } from './appearance.queries.ts';
import { CropDialog } from './crop-dialog.tsx';
import { openPicture } from './crop.ts';
import { UploadField, useUpload } from './upload-field.tsx';

export interface BackgroundFieldProps {
  /** Address of the picture; null: the drawn scenery. */
  value: string | null;
  disabled: boolean;
  onChange: (address: string | null) => void;
}

interface Opened {
  bitmap: ImageBitmap;
  type: string;
  size: number;
  name: string;
}

/** The picture of the sign-in page: chosen, cut, sent; it takes effect when the look is applied. */
export function BackgroundField({ value, disabled, onChange }: BackgroundFieldProps): ReactNode {
  const text = useText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { fraction, note, setNote, send } = useUpload();
  const refuse = (words: string): void => setNote({ fault: true, words });
  const choose = async (file: File): Promise<void> => {
    setNote(null);
    const found = await openPicture(file);
    if ('bitmap' in found) setOpened({ ...found, size: file.size, name: file.name });
    else if (found.fault === 'imageSlow') refuse(text('appearance.imageSlow'));
    else refuse(text(`refusal.${found.fault}`, { max: limits.appearance.imageSide }));
  };
  const finish = (picture: Blob | null, name: string): void => {
    setOpened(null);
    if (!picture) refuse(text('refusal.imageTooLarge'));
    else
      void send(
        (sending) => uploadImage(picture, name.slice(0, 255), sending),
        ({ address }) => onChange(address),
      );
  };
  return (
    <>
      <span>{text('appearance.backgroundPIC')}</span>
      <UploadField
        label={text('appearance.backgroundPIC')}
        verb={text(value === null ? 'appearance.imageChoose' : 'appearance.imageReplace')}
        accept="image/png,image/jpeg"
        limits={text('appearance.imageLimits')}
        disabled={disabled}
        fraction={fraction}
        note={note}
        onFile={(file) => void choose(file)}
      >
        <Button
          disabled={disabled || value === null}
          title={value === null ? text('appearance.noPicture') : undefined}
          onClick={() => onChange(null)}
        >
          {text('appearance.imageRemove')}
        </Button>
      </UploadField>
      {opened ? (
        <CropDialog
          bitmap={opened.bitmap}
          type={opened.type}
          size={opened.size}
          onCancel={() => setOpened(null)}
          onCut={(picture) => finish(picture, opened.name)}
        />
      ) : null}
    </>
  );
}
