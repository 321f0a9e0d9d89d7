import { boxFits, type Box, type PictureSize } from '@eyrie/domain';
import { Form, InputNumber } from 'antd';
import { useId, type ReactNode } from 'react';
import { useText } from '../../platform/text.tsx';
import type { Review } from './use-review.ts';

const sides = ['x', 'y', 'width', 'height'] as const;

/** The box in pixels of the picture, for those who draw without a pointer. */
export function BoxFields({ review, size }: { review: Review; size: PictureSize }): ReactNode {
  const text = useText();
  const id = useId();
  const box: Box | undefined = review.draft.box ?? review.chosen?.box;
  if (!box) return null;
  const most: Box = { x: size.width, y: size.height, width: size.width - box.x, height: size.height - box.y };
  const set = (side: keyof Box, value: number | null): void => {
    const changed = { ...box, [side]: value ?? Number.NaN };
    if (boxFits(changed, size)) review.change({ box: changed });
  };
  return (
    <div className="review-sides">
      {sides.map((side) => (
        <Form.Item key={side} label={text(`detection.box.${side}`)} htmlFor={`${id}${side}`}>
          <InputNumber<number>
            id={`${id}${side}`}
            dir="ltr"
            min={side === 'x' || side === 'y' ? 0 : 1}
            max={most[side]}
            value={box[side]}
            onChange={(value) => set(side, value)}
          />
        </Form.Item>
      ))}
    </div>
  );
}
