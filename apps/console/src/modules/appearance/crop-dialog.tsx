import { limits } from '@eyrie/domain';
import { Dialog, measures } from '@eyrie/ui';
import { Button, Slider } from 'antd';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react';
import { useText } from '../../platform/text.tsx';
import { cutOut, cutPixels, clampCut, smallestCut, wholeCut, type Cut } from './crop.ts';

export interface CropDialogProps {
  bitmap: ImageBitmap;
  type: string;
  /** Bytes of the file as it was chosen. */
  size: number;
  onCancel: () => void;
  /** The part that was chosen; null: it could not be made small enough. */
  onCut: (picture: Blob | null) => void;
}

const STEP = 0.02;
const moves: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Draws the picture once, as wide as the dialog. */
function Whole({ bitmap }: { bitmap: ImageBitmap }): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const surface = canvas.current;
    if (!surface) return;
    surface.width = measures.dialog;
    surface.height = Math.max(1, Math.round((measures.dialog * bitmap.height) / bitmap.width));
    surface.getContext('2d')?.drawImage(bitmap, 0, 0, surface.width, surface.height);
  }, [bitmap]);
  return <canvas ref={canvas} />;
}

interface CutFrameProps {
  bitmap: ImageBitmap;
  cut: Cut;
  onCut: (cut: Cut) => void;
}

/** The picture with the part that stays: drag it, or move it with the arrow keys. */
function CutFrame({ bitmap, cut, onCut }: CutFrameProps): ReactNode {
  const text = useText();
  const picture = useRef<HTMLDivElement>(null);
  const from = useRef<{ x: number; y: number; cut: Cut } | null>(null);
  const drag = (event: PointerEvent<HTMLElement>): void => {
    const box = picture.current?.getBoundingClientRect();
    if (!from.current || !box) return;
    const { x, y, cut: start } = from.current;
    const across = (event.clientX - x) / box.width;
    const down = (event.clientY - y) / box.height;
    onCut(clampCut({ ...start, x: start.x + across, y: start.y + down }));
  };
  const move = (event: KeyboardEvent): void => {
    const step = moves[event.key];
    if (!step) return;
    event.preventDefault();
    onCut(clampCut({ ...cut, x: cut.x + step[0], y: cut.y + step[1] }));
  };
  const { size, x, y } = cut;
  const share = (value: number): string => `${value * 100}%`;
  return (
    // A picture is never mirrored, so its sides are physical.
    <div className="crop-picture" dir="ltr" ref={picture}>
      <Whole bitmap={bitmap} />
      <div
        className="crop-frame"
        role="slider"
        tabIndex={0}
        aria-label={text('appearance.cropFrame')}
        aria-valuenow={Math.round(x * 100)}
        aria-valuetext={text('appearance.cropAt', { x: Math.round(x * 100), y: Math.round(y * 100) })}
        style={{
          insetInlineStart: share(x - size / 2),
          insetBlockStart: share(y - size / 2),
          inlineSize: share(size),
          blockSize: share(size),
        }}
        onKeyDown={move}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = { x: event.clientX, y: event.clientY, cut };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          from.current = null;
        }}
      />
    </div>
  );
}

/** Chooses the part of a picture that the sign-in page shows. A picture that is too large is cut, not refused. */
export function CropDialog({ bitmap, type, size, onCancel, onCut }: CropDialogProps): ReactNode {
  const text = useText();
  const sizeId = useId();
  const [cut, setCut] = useState(wholeCut);
  const [busy, setBusy] = useState(false);
  const pixels = cutPixels(cut, bitmap.width, bitmap.height);
  const finish = async (): Promise<void> => {
    setBusy(true);
    onCut(await cutOut(bitmap, cut, type));
  };
  return (
    <Dialog
      open
      title={text('appearance.crop')}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>{text('app.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void finish()}>
            {text('appearance.cropTake')}
          </Button>
        </>
      }
    >
      {size > limits.appearance.imageBytes ? (
        <p className="look-warning">{text('appearance.cropLarge')}</p>
      ) : null}
      <CutFrame bitmap={bitmap} cut={cut} onCut={setCut} />
      <label htmlFor={sizeId}>{text('appearance.cropSize')}</label>
      <Slider
        id={sizeId}
        ariaLabelForHandle={text('appearance.cropSize')}
        min={smallestCut}
        max={1}
        step={0.01}
        value={cut.size}
        tooltip={{ formatter: (value) => `${Math.round((value ?? 1) * 100)}%` }}
        onChange={(next) => setCut(clampCut({ ...cut, size: next }))}
      />
      <p className="look-hint">
        {text('appearance.cropPixels', { width: pixels.width, height: pixels.height })}
      </p>
    </Dialog>
  );
}
