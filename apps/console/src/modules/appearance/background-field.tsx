import { limits } from '@eyrie/domain';
import { CallRefused } from '@eyrie/client';
import { Button, Progress } from 'antd';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { showFailure } from '../../platform/http.ts';
import { useText } from '../../platform/text.tsx';
import { uploadImage } from './appearance.queries.ts';
import { CropDialog } from './crop-dialog.tsx';
import { openPicture } from './crop.ts';

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

/** Sends a picture and says how far it is, and what was wrong with it. */
const useSending = (onStored: (address: string) => void) => {
  const text = useText();
  const running = useRef<AbortController | null>(null);
  const [fraction, setFraction] = useState<number | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const send = async (picture: Blob | null, name: string): Promise<void> => {
    if (!picture) {
      setFault(text('refusal.imageTooLarge'));
      return;
    }
    const work = new AbortController();
    running.current = work;
    setFault(null);
    setFraction(0);
    try {
      const stored = await uploadImage(picture, name.slice(0, 255), {
        signal: work.signal,
        onProgress: setFraction,
      });
      onStored(stored.address);
    } catch (error) {
      if (work.signal.aborted) return;
      if (error instanceof CallRefused) setFault(error.message);
      else showFailure(error);
    } finally {
      setFraction(null);
    }
  };
  return { fraction, fault, setFault, send };
};

/** The picture of the sign-in page: chosen, cut, sent; it takes effect when the look is applied. */
export function BackgroundField({ value, disabled, onChange }: BackgroundFieldProps): ReactNode {
  const text = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const { fraction, fault, setFault, send } = useSending(onChange);
  const choose = async (file: File | undefined): Promise<void> => {
    if (!file) return;
    setFault(null);
    const found = await openPicture(file);
    if ('bitmap' in found) setOpened({ ...found, size: file.size, name: file.name });
    else if (found.fault === 'imageSlow') setFault(text('appearance.imageSlow'));
    else setFault(text(`refusal.${found.fault}`, { max: limits.appearance.imageSide }));
  };
  return (
    <div className="look-field">
      <span id={`${id}-label`}>{text('appearance.backgroundPIC')}</span>
      <div
        className="look-buttons"
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-note`}
      >
        <Button disabled={disabled || fraction !== null} onClick={() => input.current?.click()}>
          {text(value === null ? 'appearance.imageChoose' : 'appearance.imageReplace')}
        </Button>
        <Button disabled={disabled || value === null} onClick={() => onChange(null)}>
          {text('appearance.imageRemove')}
        </Button>
        <input
          ref={input}
          type="file"
          accept="image/png,image/jpeg"
          hidden
          aria-label={text('appearance.backgroundPIC')}
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      {fraction === null ? null : (
        <Progress percent={Math.round(fraction * 100)} aria-label={text('appearance.sending')} />
      )}
      <span
        id={`${id}-note`}
        className={fault ? 'look-fault' : 'look-hint'}
        role={fault ? 'alert' : undefined}
      >
        {fault ?? text('appearance.imageLimits')}
      </span>
      {opened ? (
        <CropDialog
          bitmap={opened.bitmap}
          type={opened.type}
          size={opened.size}
          onCancel={() => setOpened(null)}
          onCut={(picture) => {
            setOpened(null);
            void send(picture, opened.name);
          }}
        />
      ) : null}
    </div>
  );
}
