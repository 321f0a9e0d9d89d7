import { limits } from '@eyrie/domain';
import type { ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import { uploadImage } from './appearance.queries.ts';
import { PictureUpload } from './picture-upload.tsx';
import { useUpload } from './upload-field.tsx';

interface LogoFieldProps {
  /** Address of the picture; null: reports show the name alone. */
  value: string | null;
  disabled: boolean;
  onChange: (address: string | null) => void;
}

const words = {
  label: 'appearance.logoPIC',
  choose: 'appearance.logoChoose',
  replace: 'appearance.logoReplace',
  remove: 'appearance.logoRemove',
  limits: 'appearance.logoLimits',
} as const;

/** The logo at the head of reports: sent as it is, and shown on white as files show it. */
export function LogoField({ value, disabled, onChange }: LogoFieldProps): ReactNode {
  const text = useText();
  const { fraction, note, setNote, send } = useUpload();
  const choose = async (file: File): Promise<void> => {
    if (file.size > limits.appearance.imageBytes)
      return setNote({ fault: true, words: text('refusal.imageTooLarge') });
    return send(
      (sending) => uploadImage(file, file.name.slice(0, 255), sending),
      ({ address }) => onChange(address),
    );
  };
  return (
    <>
      <span>{text('appearance.logoPIC')}</span>
      {value === null ? null : <img className="look-logo" src={value} alt={text('appearance.logoPIC')} />}
      <PictureUpload
        value={value}
        words={words}
        disabled={disabled}
        fraction={fraction}
        note={note}
        onFile={(file) => void choose(file)}
        onRemove={() => onChange(null)}
      />
    </>
  );
}
