import { limits } from '@eyrie/domain';
import { useState, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { uploadImage } from './appearance.queries.ts';
import { CropDialog } from './crop-dialog.tsx';
import { openPicture } from './crop.ts';
import { PictureUpload } from './picture-upload.tsx';
import { useUpload } from './upload-field.tsx';

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

const words = {
  label: 'appearance.backgroundPIC',
  choose: 'appearance.imageChoose',
  replace: 'appearance.imageReplace',
  remove: 'appearance.imageRemove',
  limits: 'appearance.imageLimits',
} as const;

/** The picture of the sign-in page: chosen, cut, sent; it takes effect when the look is applied. */
export function BackgroundField({ value, disabled, onChange }: BackgroundFieldProps): ReactNode {
  const text = useText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { fraction, note, setNote, send } = useUpload();
  const refuse = (why: string): void => setNote({ fault: true, words: why });
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
      <PictureUpload
        value={value}
        words={words}
        disabled={disabled}
        fraction={fraction}
        note={note}
        onFile={(file) => void choose(file)}
        onRemove={() => onChange(null)}
      />
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
